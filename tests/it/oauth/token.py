"""Prints an access token for a user: a JWT (RFC 7519), signed with the bed's key (HS256).

usage: token.py KEY USER ASKED LIFETIME...

KEY is the file of the key, in base64. The first time that it is run the token is good for the first LIFETIME, in
seconds, below zero one that has run out; the second time for the second one, and so on, and then for the last one. The
file ASKED gets a line each time.
"""

import base64
import hashlib
import hmac
import json
import sys
import time


def encoded(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=")


key_file, user, asked, *lifetimes = sys.argv[1:]
with open(asked, "a+", encoding="ascii") as file:
    file.write("asked\n")
    file.seek(0)
    times = len(file.readlines())
lifetime = int(lifetimes[min(times, len(lifetimes)) - 1])
now = int(time.time())
head = {"alg": "HS256", "typ": "JWT"}
claims = {"sub": user, "iat": now - 600, "exp": now + lifetime}
words = b".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
with open(key_file, encoding="ascii") as file:
    key = base64.b64decode(file.read())
signature = hmac.new(key, words, hashlib.sha256).digest()
print((words + b"." + encoded(signature)).decode())
print("expires in", lifetime)
