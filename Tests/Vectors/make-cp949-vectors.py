"""Writes cp949.txt: every two-byte code of CP949 by Python's codec, one line for each lead byte.

Run: python3 make-cp949-vectors.py > cp949.txt
A line is the lead byte in hexadecimal, a tab, and the characters of the trail bytes 0x41 to 0xFE; U+FFFD stands for a
code without a character.
"""

for lead in range(0x81, 0xFF):
    characters = [bytes([lead, trail]).decode("cp949", "replace") for trail in range(0x41, 0xFF)]
    print(f"{lead:02X}\t" + "".join(c if len(c) == 1 else "\ufffd" for c in characters))
