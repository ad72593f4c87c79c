pragma solidity ^0.5.0;
contract Journal {
    address public owner;
    bytes32[] public notes;
    constructor() public { owner = msg.sender; }
    function add(bytes32 note) external { notes.push(note); }
    function drop() external {
        require(notes.length > 0, "empty"); //+
        notes.length--; //@
    }
    function edit(uint256 at, bytes32 note) external { notes[at] = note; }
}
