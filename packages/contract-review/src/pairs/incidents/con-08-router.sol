pragma solidity ^0.8.0;
contract Router {
    address public immutable exchange;
    constructor(address e) { exchange = e; }
    function swap(address via, bytes calldata data) external payable {
        require(via == exchange, "unknown exchange"); //+
        (bool ok, ) = via.call{value: msg.value}(data); //@
        require(ok, "failed");
    }
}
