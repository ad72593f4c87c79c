pragma solidity ^0.8.0;
interface Votes { function balanceOf(address a) external view returns (uint256); function getPastVotes(address a, uint256 b) external view returns (uint256); }
contract Council {
    Votes public token;
    uint256 public snapshot;
    mapping(uint256 => uint256) public votes;
    mapping(uint256 => mapping(address => bool)) public voted;
    constructor(Votes t) { token = t; snapshot = block.number; }
    function vote(uint256 id) external {
        require(!voted[id][msg.sender], "twice");
        voted[id][msg.sender] = true;
        votes[id] += token.balanceOf(msg.sender); //!
        votes[id] += token.getPastVotes(msg.sender, snapshot); //+
    }
}
