"""Reduces LLVM IR of golden units to what their cycles need, and makes it independent of what does not matter.

Functions are followed by what they need, in the order in which they need it, and nothing is named by chance: values and blocks of a
function have numbers, constants are named by their contents, and functions without the hashes that rustc adds. What proofs do not use
is left out: metadata, promises to the optimiser, the bodies of functions that never return, and lines of sources. For this reason
comments in sources, the folder of the clone and functions that no cycle uses change nothing.
"""

import collections
import hashlib
import re

NAME = r'"[^"]*"|[-\w.$]+'
# A text, or a global.
GLOBAL = re.compile(f'c"[^"]*"|@({NAME})')
LOCAL = re.compile(f"%({NAME})")
LABEL = re.compile(f"({NAME}):")
RESULT = re.compile(f"  %({NAME}) = ")
HEAD = re.compile(rf"(?:define|declare) (?P<result>.+?) @(?:{NAME})\((?P<parameters>[^()]*)\)")
# Between items of a module.
BETWEEN = re.compile(r"\n(?=define |declare |@|attributes |!|%|target |source_filename|\$)")
# Calls that only tell the compiler what it may assume.
HINT = re.compile(r"@llvm\.(lifetime|assume|experimental\.noalias\.scope)")
# Comments, metadata and groups of attributes at the end of a line.
SAID = re.compile(r"(, ![a-z].*| #\d+.*|\s+; preds.*)$")
# Conventions of calls, and promises about parameters and results. Of one that is not here the reader of the text complains.
PROMISE = re.compile(
    r'"[^"]*"| (?:tail(?= call)|internal|private|hidden|dso_local|unnamed_addr|local_unnamed_addr|fastcc|coldcc|noundef|nonnull|noalias'
    r"|readonly|writeonly|readnone|zeroext|signext|returned|immarg|writable|nofree|allocptr|allocalign|dead_on_unwind|dead_on_return"
    r"|align \d+|captures\([^)]*\)|range\([^)]*\)|dereferenceable(?:_or_null)?\(\d+\)|initializes\((?:\([^)]*\)(?:, )?)*\))(?![-\w.$])"
)
# What is said of a variable's name and address.
KNOWN_AS = re.compile(r"^(?:(?:private|internal|hidden|dso_local|unnamed_addr|local_unnamed_addr) )*")
# The place of a panic: the name of a file, its length, line and column.
PLACE = re.compile(rf"constant <\{{ ptr, \[16 x i8\] \}}> <\{{ ptr @({NAME}), \[16 x i8\] c")
FILE = re.compile(r'constant \[\d+ x i8\] c"(?:/.*/(?=library/))?(.*\.rs)\\00"')
# What allocates is known to proofs by its name.
ALLOCATES = re.compile(r"(___rdl_|___rust_)(alloc|dealloc|realloc|alloc_zeroed)$")
# What is added to names: hashes of functions and crates by rustc, numbers by LLVM where a name is used twice.
ADDED = re.compile(r"17h[0-9a-f]{16}(?=E)|(?<=C)s[0-9A-Za-z]+_(?=\d)|\.llvm\.\d+|\.\d+$")


def plain(name):
    return name.strip('"')


def written(name):
    """A name as IR writes it."""
    return name if re.fullmatch(r"[-\w.$]+", name) else f'"{name}"'


def unpromised(line):
    """A line without promises; names in quotes stay."""
    return PROMISE.sub(lambda found: found[0] if found[0][0] == '"' else "", line)


def file_name(value):
    """The constant of a file's name, without the folder of the standard library; others as they are."""
    if not (file := FILE.search(value)):
        return value
    return f'constant [{len(file[1]) + 1} x i8] c"{file[1]}\\00", align 1'


class Module:
    """The items of a module, by their names."""

    def __init__(self, text):
        self.functions, self.variables, self.types, never_return = {}, {}, {}, set()
        for item in BETWEEN.split(text):
            head, *body = item.split("\n")
            if head.startswith(("define ", "declare ")):
                self.functions[plain(GLOBAL.search(head)[1])] = (head, body)
            elif head.startswith("@"):
                name, value = head[1:].split(" = ", 1)
                self.variables[plain(name)] = KNOWN_AS.sub("", value)
            elif head.startswith("%"):
                name, value = head[1:].split(" = ", 1)
                self.types[plain(name)] = value
            elif head.startswith("attributes ") and " noreturn" in head:
                never_return.add(head.split()[1])
        self.never_return = {name for name, (head, _) in self.functions.items() if never_return & set(head.split())}
        self.files = {name: plain(place[1]) for name, value in self.variables.items() if (place := PLACE.match(value))}

    def body(self, name):
        """The lines of a function behind its head; none if the function is only declared in the text."""
        _, body = self.functions[name]
        if name in self.never_return or ALLOCATES.search(name):
            return []
        lines = (SAID.sub("", line) for line in body if not line.startswith(";") and not HINT.search(line))
        return [unpromised(line) if "call " in line else line for line in lines if line]

    def needs(self, name):
        """The globals that a global names, in order; a file in place of a place in it."""
        lines = self.body(name) if name in self.functions else [self.variables.get(name, "")]
        found = (plain(found[1]) for line in lines for found in GLOBAL.finditer(line) if found[1])
        return [self.files.get(name, name) for name in found]

    def order(self, entries):
        """All that entries need, each followed by what it needs first."""
        order, waiting = {}, list(reversed(entries))
        while waiting:
            name = waiting.pop()
            if name not in order:
                order[name] = None
                waiting.extend(reversed(self.needs(name)))
        return list(order)


class Text:
    """The text of what entries need."""

    def __init__(self, module, entries):
        self.module, self.order, self.types, self.lines = module, module.order(entries), {}, []
        self.names, given = {}, collections.Counter()
        for name in filter(module.functions.get, self.order):
            stem = ADDED.sub("", name)
            given[stem] += 1
            self.names[name] = stem if given[stem] == 1 else f"{stem}.{given[stem]}"
        for name in self.order:
            self.write(name)

    def __str__(self):
        types = [f"%{written(name)} = {value}" for name, value in self.types.items()]
        return "\n".join([*types, "attributes #0 = { noreturn }", *self.lines, ""])

    def write(self, name):
        module = self.module
        if name in module.variables:
            self.lines.append(f"@{self.name(name)} = {self.value(name)}")
        elif body := module.body(name):
            self.define(name, body)
        elif name in module.functions:
            self.declare(name)
        else:
            raise ValueError(f"the IR has no {name}")

    def name(self, name):
        """The name of a global in the text. A constant is named by its contents."""
        name = self.module.files.get(name, name)
        if name not in self.names:
            digest = hashlib.sha256(self.value(name).encode()).hexdigest()
            self.names[name] = f"constant.{digest[:12]}"
        return written(self.names[name])

    def value(self, name):
        """A variable behind its name."""
        return self.renamed(file_name(self.module.variables[name]))

    def renamed(self, line):
        """A line with the new names of globals; notes the types that it uses."""
        for found in LOCAL.finditer(line):
            self.note_type(plain(found[1]))
        return GLOBAL.sub(lambda found: f"@{self.name(plain(found[1]))}" if found[1] else found[0], line)

    def note_type(self, name):
        value = self.module.types.get(name)
        if value and name not in self.types:
            self.types[name] = value
            self.renamed(value)

    def head(self, name):
        """The type of a function's result, and its parameters."""
        head = HEAD.match(unpromised(self.module.functions[name][0]))
        return head["result"], [parameter for parameter in head["parameters"].split(", ") if parameter]

    def declare(self, name):
        """Writes a function without its body."""
        result, parameters = self.head(name)
        types = ", ".join(LOCAL.sub("", parameter).strip() for parameter in parameters)
        group = " #0" if name in self.module.never_return else ""
        self.lines.append(self.renamed(f"declare {result} @{written(name)}({types}){group}"))

    def define(self, name, body):
        """Writes a function. Parameters and results of instructions are numbered, and so are blocks, with a `b` before the number."""
        result, parameters = self.head(name)
        values = [plain(LOCAL.findall(parameter)[-1]) for parameter in parameters]
        if not LABEL.match(body[0]):
            # LLVM leaves out the label of a first block that is a number.
            body = [f"{sum(map(str.isdigit, values))}:", *body]
        values += [plain(found[1]) for line in body if (found := RESULT.match(line))]
        blocks = [plain(found[1]) for line in body if (found := LABEL.match(line))]
        local = {name: str(number) for number, name in enumerate(values)}
        local |= {name: f"b{number}" for number, name in enumerate(blocks)}
        rename = lambda found: "%" + local.get(plain(found[1]), found[1])
        self.lines.append(LOCAL.sub(rename, self.renamed(f"define {result} @{written(name)}({', '.join(parameters)}) {{")))
        for line in body:
            if label := LABEL.match(line):
                self.lines.append(f"{local[plain(label[1])]}:")
            else:
                self.lines.append(LOCAL.sub(rename, self.renamed(line)))


def reduced(text, entries):
    """The IR that functions need."""
    return str(Text(Module(text), entries))
