pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
contract Loot {
    IERC1155 public chest;
    mapping(address => uint256) public tickets;
    constructor(IERC1155 c) { chest = c; }
    function open(uint256 id) external {
        require(tickets[msg.sender] > 0, "no ticket");
        tickets[msg.sender] -= 1; //+
        chest.safeTransferFrom(address(this), msg.sender, id, 1, ""); //@
        tickets[msg.sender] -= 1; //-
    }
}
