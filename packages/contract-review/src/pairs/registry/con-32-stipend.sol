pragma solidity ^0.8.0;
contract Stipend {
    function tip(address payable to) external payable {
        (bool ok, ) = to.call{value: msg.value, gas: 5000}(""); //!
        (bool ok, ) = to.call{value: msg.value}(""); //+
        require(ok, "failed");
    }
}
