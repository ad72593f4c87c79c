pragma solidity ^0.8.0;
interface Pair { function getReserves() external view returns (uint112, uint112, uint32); }
interface Average { function consult(uint256 a) external view returns (uint256); }
contract Lombard {
    Pair public pair;
    Average public average;
    mapping(address => uint256) public pledged;
    constructor(Pair p, Average a) { pair = p; average = a; }
    function limit(address who) public view returns (uint256) {
        (uint112 a, uint112 b, ) = pair.getReserves(); //!
        return pledged[who] * a / b; //-
        return average.consult(pledged[who]); //+
    }
}
