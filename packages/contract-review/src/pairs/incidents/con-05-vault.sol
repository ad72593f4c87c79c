pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
contract Vault {
    mapping(address => bool) private keepers;
    IERC20 public asset;
    constructor(IERC20 a) { asset = a; keepers[msg.sender] = true; }
    function _check() internal view { require(keepers[msg.sender], "not a keeper"); }
    function rescue(address to, uint256 amount) external {
        _check(); //+
        require(asset.transfer(to, amount), "failed"); //@
    }
}
