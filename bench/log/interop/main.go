// Reads a log with golang.org/x/mod/sumdb, the code of the Go checksum database: checkpoint by note, tiles and proofs by tlog.
// Arguments: the prefix of the log and its verifier key. Prints one JSON object.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

type tiles struct {
	prefix string
	read   int
}

func (t *tiles) Height() int { return height }

func (t *tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// The checksum database writes the height into the path; tlog-tiles has one height and does not.
func (t *tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(wanted))
	for i, tile := range wanted {
		path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
		bytes, err := get(t.prefix + "/" + path)
		if err != nil {
			return nil, err
		}
		t.read++
		found[i] = bytes
	}
	return found, nil
}

func get(url string) ([]byte, error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %d", url, answer.StatusCode)
	}
	return io.ReadAll(answer.Body)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readEntry(prefix string, index, size int64) []byte {
	tile := tlog.Tile{H: height, L: 0, N: index / 256, W: 256}
	if tile.N == size/256 {
		tile.W = int(size % 256)
	}
	bundle, err := get(prefix + "/" + strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1))
	must(err)
	for skip := index % 256; ; skip-- {
		length := int(binary.BigEndian.Uint16(bundle))
		if skip == 0 {
			return bundle[2 : 2+length]
		}
		bundle = bundle[2+length:]
	}
}

func decode(texts []string) []tlog.Hash {
	hashes := make([]tlog.Hash, len(texts))
	for i, text := range texts {
		bytes, err := base64.StdEncoding.DecodeString(text)
		must(err)
		copy(hashes[i][:], bytes)
	}
	return hashes
}

func main() {
	prefix, key := os.Args[1], os.Args[2]
	verifier, err := note.NewVerifier(key)
	must(err)
	message, err := get(prefix + "/checkpoint")
	must(err)
	opened, err := note.Open(message, note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)

	reader := &tiles{prefix: prefix}
	hashes := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, reader)
	records, trees := 0, 0
	for step, index := size/64+1, int64(0); index < size; index += step {
		hash := tlog.RecordHash(readEntry(prefix, index, size))
		proof, err := tlog.ProveRecord(size, index, hashes)
		must(err)
		must(tlog.CheckRecord(proof, size, root, index, hash))

		var served struct{ Hashes []string }
		bytes, err := get(fmt.Sprintf("%s/proof?leafIndex=%d&treeSize=%d", prefix, index, size))
		must(err)
		must(json.Unmarshal(bytes, &served))
		must(tlog.CheckRecord(decode(served.Hashes), size, root, index, hash))
		records += 2

		if index == 0 {
			continue
		}
		old, err := tlog.TreeHash(index, hashes)
		must(err)
		bytes, err = get(fmt.Sprintf("%s/consistency?from=%d&to=%d", prefix, index, size))
		must(err)
		must(json.Unmarshal(bytes, &served))
		must(tlog.CheckTree(decode(served.Hashes), size, root, index, old))
		trees++
	}
	result := map[string]interface{}{"origin": lines[0], "size": size, "inclusionProofs": records, "consistencyProofs": trees, "tiles": reader.read}
	must(json.NewEncoder(os.Stdout).Encode(result))
}
