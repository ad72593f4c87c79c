"""Describes the columns of a CSV file as JSON. Reads one file, writes to standard output only."""
import csv
import json
import sys


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def describe(values):
    present = [value for value in values if value.strip()]
    numbers = [float(value) for value in present if is_number(value)]
    return {
        "values": len(values),
        "missing": len(values) - len(present),
        "distinct": len(set(present)),
        "numbers": len(numbers),
        "smallest": min(numbers) if numbers else None,
        "largest": max(numbers) if numbers else None,
    }


def main(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = rows[0].keys() if rows else []
    profile = {name: describe([row.get(name) or "" for row in rows]) for name in columns}
    json.dump({"rows": len(rows), "columns": profile}, sys.stdout, indent=2)


if __name__ == "__main__":
    main(sys.argv[1])
