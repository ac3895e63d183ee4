#pragma once
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <sys/prctl.h>

#include "../../Base/library.h"

#define CURL_FUNCTIONS(F) \
    F(curl_easy_cleanup) F(curl_easy_getinfo) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_strerror) \
    F(curl_global_init) F(curl_multi_add_handle) F(curl_multi_cleanup) F(curl_multi_info_read) F(curl_multi_init) \
    F(curl_multi_perform) F(curl_multi_poll) F(curl_multi_remove_handle) F(curl_multi_setopt) F(curl_multi_wakeup) \
    F(curl_slist_append) F(curl_slist_free_all)

// The library that brings OpenSSL, or that which PROJ brings on Debian.
LIBRARY(CURLFunctions, CURL_FUNCTIONS, "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so")

// Swift calls no functions with variable arguments.

/// A GET of `url`: `receive` gets the body, `header` each line of the head, both with `owner`. Nil without memory.
static inline CURL *_Nullable curl_get(
    const struct CURLFunctions *_Nonnull curl, const char *_Nonnull url, const char *_Nonnull agent,
    struct curl_slist *_Nullable headers, long follows_redirects, curl_write_callback _Nonnull receive, curl_write_callback _Nonnull header,
    void *_Nonnull owner) {
    CURL *easy = curl->curl_easy_init();
    if (!easy) return 0;
    CURLcode failed = curl->curl_easy_setopt(easy, CURLOPT_URL, url);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_USERAGENT, agent);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_WRITEDATA, owner);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_HEADERDATA, owner);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_PRIVATE, owner);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, follows_redirects);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_MAXREDIRS, 5L);
    failed |= curl->curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    failed |= curl->curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    if (!failed) return easy;
    curl->curl_easy_cleanup(easy);
    return 0;
}

/// Names the thread for reports of crashes.
static inline void curl_name_thread(void) { prctl(PR_SET_NAME, "waymark-libcurl"); }

static inline CURLMcode curl_limit_connections(
    const struct CURLFunctions *_Nonnull curl, CURLM *_Nonnull multi, long countPerHost) {
    // By default few idle connections are kept, so that requests to many servers close those of others.
    curl->curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 256L);
    return curl->curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, countPerHost);
}

/// The next transfer that has ended, by its owner and result; nil if none has.
static inline void *_Nullable curl_next_end(
    const struct CURLFunctions *_Nonnull curl, CURLM *_Nonnull multi, CURLcode *_Nonnull result, long *_Nonnull status) {
    int left;
    for (CURLMsg *message; (message = curl->curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        char *owner = 0;
        curl->curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
        curl->curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, status);
        *result = message->data.result;
        return owner;
    }
    return 0;
}
