// C libraries whose functions are found when first needed: PROJ alone brings 44 more, which cost every start more than all else.
#pragma once
#ifndef __APPLE__
#include <dlfcn.h>
#include <stdio.h>

/// Keeps the words of `dlerror` until the next failure on this thread.
static inline const char *_Nonnull library_failure(void) {
    static _Thread_local char words[512];
    snprintf(words, sizeof words, "%s", dlerror());
    return words;
}
#endif

#define LIBRARY_MEMBER(function) __typeof__(function) *_Nonnull function;

#ifdef __APPLE__
// Linked as usual: dyld binds at little cost.
#define LIBRARY_OPEN(...)
#define LIBRARY_FIND(function) functions.function = function;
#else
// The first name is that of this version; its failure is the one to report.
#define LIBRARY_OPEN(...) \
    const char *names[] = {__VA_ARGS__}; \
    void *library = 0; \
    for (unsigned i = 0; !library && i < sizeof names / sizeof *names; i++) { \
        library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL); \
        if (!library && !*failure) *failure = library_failure(); \
    } \
    if (!library) return functions; \
    *failure = 0;
#define LIBRARY_FIND(function_) \
    if (!(*(void **)&functions.function_ = dlsym(library, #function_)) && !*failure) *failure = library_failure();
#endif

/// Declares `struct name`, with a member for each function of LIST, and `name_load`, which gives them of the first library that opens, or
/// says why it failed, in words that last until the next failure on this thread. The library stays loaded.
#define LIBRARY(name, LIST, ...) \
    struct name { \
        LIST(LIBRARY_MEMBER) \
    }; \
    static inline struct name name##_load(const char *_Nullable *_Nonnull failure) { \
        struct name functions = {0}; \
        *failure = 0; \
        LIBRARY_OPEN(__VA_ARGS__) \
        LIST(LIBRARY_FIND) \
        return functions; \
    }
