pragma solidity ^0.8.0;
contract Relay {
    mapping(address => bool) public admin;
    bool public paused;
    constructor() { admin[msg.sender] = true; }
    modifier onlyAdmin() {
        require(admin[tx.origin], "not admin"); //!
        require(admin[msg.sender], "not admin"); //+
        _;
    }
    function pause(bool on) external onlyAdmin { paused = on; }
}
