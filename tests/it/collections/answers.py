# Runs the tests of talon and quotequail with a reader in the place of theirs, which writes down what it is asked and what
# is expected of it: a line of JSON each, the test, the answer and its writer's own words.
import importlib, io, json, os, sys, types
from unittest import mock

class Told(str):
    pass

def told(text, *rest, **more):
    answer = Told("told")
    answer.asked = text
    return answer

def say(name, text, own):
    print(json.dumps([name, text, own]))

def module(name, **names):
    made = types.ModuleType(name)
    made.__dict__.update(names)
    sys.modules[name] = made

def compare(name):
    def eq_(one, other, *rest):
        for asked, own in ((one, other), (other, one)):
            if isinstance(asked, Told) and isinstance(own, str):
                say(name, asked.asked, own)
    return eq_

def talon():
    quotations = mock.MagicMock()
    quotations.extract_from_plain = told
    module("talon", quotations=quotations, init=lambda: None)
    module("nose")
    module("nose.tools", eq_=lambda *both: compare("talon " + current[0])(*both), ok_=print, assert_false=print)
    module("mock", patch=mock.patch, Mock=mock.Mock)
    module("six", StringIO=io.StringIO, text_type=str)
    module("six.moves", range=range)
    tests = importlib.import_module("tests.text_quotations_test")
    current = [""]
    for name in sorted(vars(tests)):
        if not name.startswith("test"):
            continue
        current[0] = name
        try:
            for check, *both in getattr(tests, name)() or ():
                check(*both)
        except (AttributeError, TypeError):
            # It asks for more than the own words.
            pass

def quotequail():
    kept = []
    def parametrize(names, values, *rest, **more):
        kept.extend(values)
        return lambda test: test
    module("pytest", mark=types.SimpleNamespace(parametrize=parametrize), param=lambda *values, **more: values)
    module("quotequail", quote=None, quote_html=None, unwrap=None, unwrap_html=None)
    for path in ("test_quote", "test_unwrap"):
        kept.clear()
        importlib.import_module(path)
        for number, case in enumerate(kept):
            text, expected = case[0], case[-1]
            if path == "test_unwrap":
                own = expected and [expected.get("text_top"), expected.get("text_bottom")]
            else:
                own = [part for shown, part in expected if shown]
            if own is not None:
                say(f"quotequail {path} {number}", text, "\n".join(part for part in own if part))

here = os.getcwd()
sys.stdout.reconfigure(encoding="utf-8")
for folder, tests, run in (("talon-1.4.4", ".", talon), ("quotequail-0.5.4", "tests", quotequail)):
    os.chdir(os.path.join(here, "target/venv/collections", folder))
    sys.path.insert(0, tests)
    run()
    sys.path.remove(tests)
