pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
contract ShareVault {
    IERC20 public asset;
    uint256 public totalShares;
    mapping(address => uint256) public shares;
    constructor(IERC20 a) { asset = a; }
    function deposit(uint256 amount) external {
        uint256 minted = totalShares == 0 ? amount : amount * totalShares / asset.balanceOf(address(this)); //!
        uint256 minted = amount * (totalShares + 1000) / (asset.balanceOf(address(this)) + 1); //+
        require(asset.transferFrom(msg.sender, address(this), amount), "unpaid");
        totalShares += minted;
        shares[msg.sender] += minted;
    }
}
