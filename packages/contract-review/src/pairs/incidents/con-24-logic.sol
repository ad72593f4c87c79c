pragma solidity ^0.8.0;
contract Logic { uint256 public value; function set(uint256 v) external { value = v; } }
contract Caller {
    Logic public logic; //!
    uint256 public value; //+
    Logic public immutable logic; //+
    address public owner = msg.sender; //-
    constructor(Logic l) { logic = l; }
    function set(uint256 v) external {
        (bool ok, ) = address(logic).delegatecall(abi.encodeWithSignature("set(uint256)", v));
        require(ok, "failed");
    }
}
