// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/*
name: tip-jar
version: 1.0.0
description: Collects tips for one person, who alone can take them out.
*/
contract TipJar {
    address payable public immutable keeper;

    event Tipped(address indexed from, uint256 amount);
    event Emptied(uint256 amount);

    constructor(address payable keeper_) {
        require(keeper_ != address(0), "no keeper");
        keeper = keeper_;
    }

    receive() external payable {
        emit Tipped(msg.sender, msg.value);
    }

    function empty() external {
        require(msg.sender == keeper, "not the keeper");
        uint256 amount = address(this).balance;
        emit Emptied(amount);
        (bool ok, ) = keeper.call{value: amount}("");
        require(ok, "not taken");
    }
}
