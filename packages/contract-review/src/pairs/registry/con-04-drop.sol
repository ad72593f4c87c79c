pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC721/IERC721.sol";
contract Raffle {
    IERC721 public prize;
    mapping(address => uint256) public won;
    constructor(IERC721 nft) { prize = nft; }
    function collect() external {
        uint256 id = won[msg.sender];
        require(id != 0, "nothing");
        won[msg.sender] = 0; //+
        prize.safeTransferFrom(address(this), msg.sender, id); //@
        won[msg.sender] = 0; //-
    }
}
