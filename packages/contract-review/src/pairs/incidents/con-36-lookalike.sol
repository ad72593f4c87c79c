pragma solidity ^0.8.0;
contract Look {
    uint256 public total;
    function add(uint256 amount) external {
        total += amount; /*BIDI fee */ //!
        total += amount; /* fee */ //+
    }
}
