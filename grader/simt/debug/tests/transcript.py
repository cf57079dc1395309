#!/usr/bin/python3
"""A client of the Debug Adapter Protocol: stops at a race, looks around and goes back. Prints what was said."""
import json
import subprocess
import sys

adapter = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
sequence = 0


def receive():
    length = 0
    while True:
        line = adapter.stdout.readline()
        if not line:
            sys.exit("the adapter is gone")
        if line in (b"\r\n", b"\n"):
            break
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(adapter.stdout.read(length))


def wait_for(kind, name):
    while True:
        message = receive()
        if message["type"] == "event":
            told = {k: v for k, v in message.get("body", {}).items() if k not in ("allThreadsStopped", "output")}
            print("  event", message["event"], json.dumps(told, sort_keys=True))
        if message["type"] == kind and message.get("command", message.get("event")) == name:
            return message


def ask(command, **arguments):
    global sequence
    sequence += 1
    text = json.dumps({"seq": sequence, "type": "request", "command": command, "arguments": arguments}).encode()
    adapter.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    adapter.stdin.flush()
    print(">", command, json.dumps({k: v for k, v in arguments.items() if k != "source"}, sort_keys=True))
    answer = wait_for("response", command)
    if not answer["success"]:
        print("  refused:", answer["message"])
    return answer.get("body", {})


def where(thread):
    frame = ask("stackTrace", threadId=thread)["stackFrames"][0]
    print("  at", frame["source"]["name"], frame["line"], frame["name"])
    return frame


def show(reference, only=None):
    for variable in ask("variables", variablesReference=reference)["variables"]:
        if only is None or variable["name"] in only:
            print("   ", variable["name"], "=", variable["value"], variable["type"])


ask("initialize", adapterID="lockstep")
ask("launch", noDebug=False)
wait_for("event", "initialized")
source = {"path": "race.cu"}
for point in ask("setBreakpoints", source=source, breakpoints=[{"line": 12}, {"line": 2}])["breakpoints"]:
    print("   ", point["line"], "verified" if point["verified"] else point["message"])
ask("setExceptionBreakpoints", filters=["findings"])
ask("configurationDone")
stopped = wait_for("event", "stopped")["body"]
where(stopped["threadId"])
for thread in ask("threads")["threads"]:
    print("   ", thread["id"], thread["name"])
ask("setBreakpoints", source=source, breakpoints=[])
ask("continue", threadId=1)
stopped = wait_for("event", "stopped")["body"]
frame = where(stopped["threadId"])
print("  exception", ask("exceptionInfo", threadId=1)["description"])
scopes = ask("scopes", frameId=frame["id"])["scopes"]
show(scopes[0]["variablesReference"])
lanes = ask("variables", variablesReference=scopes[1]["variablesReference"])["variables"]
tid = [v for v in lanes if v["name"] == "tid"][0]
show(tid["variablesReference"], ("[0]", "[16]"))
shared = ask("variables", variablesReference=scopes[2]["variablesReference"])["variables"][0]
show(shared["variablesReference"], ("[0]", "[16]"))
ask("stepBack", threadId=1)
where(wait_for("event", "stopped")["body"]["threadId"])
ask("next", threadId=1)
where(wait_for("event", "stopped")["body"]["threadId"])
print("  tid of lane 16:", ask("evaluate", expression="cuda lane 16")["result"], ask("evaluate", expression="tid", frameId=1)["result"])
ask("restartFrame", frameId=1)
ask("continue", threadId=1)
wait_for("event", "terminated")
ask("disconnect")
sys.exit(adapter.wait())
