"""The mechanisms and workloads that a build of heddle has."""

import json
import subprocess


def told(binary, verb):
    """What a command lists."""
    ran = subprocess.run([binary, verb, "--json"], stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(ran.stdout)


def mechanisms(binary):
    """Names of mechanisms, in the order of the command line."""
    return [mechanism["mechanism"] for mechanism in told(binary, "mechanisms")]


def race_free(binary):
    """Names of workloads without races, without variants of other workloads."""
    workloads = told(binary, "workloads")
    return [of["workload"] for of in workloads if of["race_free"] and not of["variant"]]
