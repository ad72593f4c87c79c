pragma solidity ^0.8.0;
import "@openzeppelin/contracts/proxy/utils/Initializable.sol";
contract SharedWallet is Initializable {
    mapping(address => bool) public isOwner;
    address public admin;
    receive() external payable {}
    function initWallet(address first) external //-
    function initWallet(address first) external initializer //+
    {
        isOwner[first] = true;
        admin = first; //@
    }
    function pay(address payable to, uint256 amount) external { require(msg.sender == admin && isOwner[msg.sender], "not owner"); to.transfer(amount); }
}
