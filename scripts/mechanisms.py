"""The mechanisms that a build of heddle has."""

import json
import subprocess


def mechanisms(binary):
    """Their names, in the order of the command line."""
    told = subprocess.run([binary, "mechanisms", "--json"], stdout=subprocess.PIPE, check=True, text=True)
    return [mechanism["mechanism"] for mechanism in json.loads(told.stdout)]
