pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
contract Borrower {
    address public lender;
    IERC20 public token;
    bool private asked;
    constructor(address l, IERC20 t) { lender = l; token = t; }
    function onFlashLoan(address by, address, uint256 amount, uint256 fee, bytes calldata) external returns (bytes32) { //@
        if (msg.sender != lender || by != address(this)) revert("stranger"); //+
        token.approve(msg.sender, amount + fee);
        return keccak256("ERC3156FlashBorrower.onFlashLoan");
    }
}
