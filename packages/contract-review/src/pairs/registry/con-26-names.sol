pragma solidity ^0.4.24;
contract Names {
    bool public unlocked = false;
    struct Entry { bytes32 name; address who; }
    mapping(bytes32 => address) public resolve;
    function register(bytes32 name, address who) public {
        Entry entry; //!
        Entry memory entry; //+
        entry.name = name;
        entry.who = who;
        resolve[name] = who;
        require(unlocked);
    }
}
