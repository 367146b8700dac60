# SPDX-License-Identifier: Apache-2.0
"""What `--help`, the manual and the completion of shells say of the program: the same.

Arguments: the program, the folder with the manual and the completions.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from harness import main, run

DATA = os.path.abspath(sys.argv[2])
COMPLETION = os.path.join(DATA, "lamina.bash")


def complete(*words):
    """What may stand for the last of the words."""
    steps = (""". "$1"; shift; compopt () { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lamina; """
             """printf '%s\\n' "${COMPREPLY[@]}" """)
    done = subprocess.run(["bash", "-c", steps, "bash", COMPLETION, *words], capture_output=True, check=True, encoding="utf-8",
                          timeout=60)
    return done.stdout.split()


def install(folder, source, target):
    path = os.path.join(folder, target)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return shutil.copy(os.path.join(DATA, source), path)


def complete_in_zsh(script, words):
    """What zsh would add, without the terminal that its own machinery needs."""
    steps = """compadd () { print -l -- ${(P)2} }; _files () { print FILES }; compset () { }
      words=("${@:2}"); CURRENT=$#words; . "$1" """
    done = subprocess.run(["zsh", "-f", "-c", steps, "zsh", script, *words], capture_output=True, check=True, encoding="utf-8",
                          timeout=60)
    return done.stdout.split()


def complete_in_fish(script, words):
    done = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, " ".join(words)],
                          capture_output=True, check=True, encoding="utf-8", timeout=60)
    return done.stdout.split()


def find_options(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def ask(*words):
    status, out, err = run(*words, "--help")
    assert (status, err) == (0, ""), (words, err)
    return out


class Help(unittest.TestCase):
    def setUp(self):
        self.commands = re.findall(r"(?m)^  lamina ([a-z]+) ", ask())
        with open(os.path.join(DATA, "lamina.1"), encoding="utf-8") as file:
            self.manual = file.read().replace("\\-", "-")
        self.synopsis = self.manual.split(".SH DESCRIPTION")[0]

    def test_commands(self):
        self.assertEqual(sorted(self.commands), sorted(complete("lamina", "")[:len(self.commands)]))
        for command in self.commands:
            self.assertIn("lamina " + command, ask(command))
        self.assertEqual(re.findall(r"(?m)^\.B lamina ([a-z]+)$", self.synopsis), self.commands)

    def test_options(self):
        """Those in the help are completed and stand in the manual; no other is completed or stands in its synopsis."""
        parts = dict(zip(["", *self.commands], re.split(r"(?m)^\.B lamina [a-z]+$", self.synopsis)))
        for command, part in parts.items():
            with self.subTest(command=command):
                words = [command] if command else []
                options = find_options(ask(*words).split("`lamina")[0])
                self.assertEqual(set(complete("lamina", *words, "--")), options)
                self.assertLessEqual(find_options(part), options)
                self.assertLessEqual(options - {"--help"}, find_options(self.manual))

    def test_status(self):
        """Each exit status stands in the help of all, of each command, and in the manual."""
        manual = re.findall(r"(?m)^\.TP\n\.B (\d)$", self.manual.split(".SH EXIT STATUS")[1])
        for words in ([], *([command] for command in self.commands)):
            listed = re.findall(r"(?m)^  (\d)  ", ask(*words).split("Exit status:")[1])
            self.assertEqual(listed, manual)
            self.assertIn("5", listed)

    def test_version(self):
        status, out, _ = run("--version")
        self.assertEqual((status, out.split()[0]), (0, "lamina"))

    def test_lists(self):
        """Of columns with commas between them the last is completed, of other words the whole."""
        for option, word, expected in (("--columns", "du", "duration"), ("--columns", "name,du", "name,duration"),
                                       ("--columns", "name,type,m", "name,type,mean name,type,median name,type,min name,type,max"),
                                       ("--sort", "du", "duration"), ("--sort", "name,du", "")):
            with self.subTest(option=option, word=word):
                self.assertEqual(complete("lamina", "layers", option, word), expected.split())
        self.assertEqual(complete("lamina", "layers", "--sort", "s"), ["start", "shape", "share", "self", "section"])
        self.assertEqual(complete("lamina", "layers", "--group", "type", "--sort", "s"), ["share", "self"])
        self.assertEqual(complete("lamina", "layers", "--run", "al"), ["all"])
        self.assertEqual(complete("lamina", "charts", "--run", "al"), [])

    def test_shells(self):
        """zsh and fish offer the words of bash, from where they are installed; and files where these may stand."""
        lines = [["lamina", "layers", "--"], ["lamina", "layers", "--group", "type", "--sort", ""],
                 ["lamina", "gaps", "--group", ""], ["lamina", "export", "--theme", ""]]
        with tempfile.TemporaryDirectory() as folder:
            install(folder, "lamina.bash", "bash-completion/completions/lamina")
            shells = {"zsh": (complete_in_zsh, install(folder, "lamina.zsh", "zsh/site-functions/_lamina")),
                      "fish": (complete_in_fish, install(folder, "lamina.fish", "fish/vendor_completions.d/lamina.fish"))}
            for shell, (ask_shell, script) in shells.items():
                if not shutil.which(shell):
                    continue
                for words in lines:
                    with self.subTest(shell=shell, words=words):
                        self.assertEqual(sorted(ask_shell(script, words)), sorted(complete(*words)))
                with self.subTest(shell=shell):
                    self.assertLess({"info", "tables"}, set(ask_shell(script, ["lamina", ""])))
            if shutil.which("fish"):
                self.assertIn("name,duration", complete_in_fish(shells["fish"][1], ["lamina", "layers", "--columns", "name,du"]))
                self.assertEqual([os.path.basename(path) for path in
                                  complete_in_fish(shells["fish"][1], ["lamina", "info", os.path.join(DATA, "lamina.1")])],
                                 ["lamina.1"])
            if shutil.which("zsh"):
                self.assertEqual(complete_in_zsh(shells["zsh"][1], ["lamina", "info", ""]), ["FILES"])


main()
