pragma solidity ^0.8.0;
contract Proxy {
    address public implementation; //!
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc; //+
    constructor(address first) { implementation = first; } //-
    constructor(address first) { assembly { sstore(SLOT, first) } } //+
    fallback() external payable {
        address target = implementation; //-
        address target; assembly { target := sload(SLOT) } //+
        (bool ok, ) = target.delegatecall(msg.data); //-
        assembly { calldatacopy(0, 0, calldatasize()) let r := delegatecall(gas(), target, 0, calldatasize(), 0, 0) if iszero(r) { revert(0, 0) } } //+
        require(ok, "failed"); //-
    }
}
