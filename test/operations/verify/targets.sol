// SPDX-License-Identifier: GPL-3.0-only
pragma solidity ^0.8.0;

contract Avatar {
  address public constant owner = address(bytes20(hex"c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0"));
  address public constant nativeToken = address(1);
  address public constant nativeReputation = address(1);
}
contract DAOController {
  event RegisterScheme(address indexed sender, address indexed scheme);
  function registerScheme(address a, bytes32, bool, bool, bool) external {
    emit RegisterScheme(msg.sender, a);
  }
  function getSchemesWithManageSchemesPermissionsCount() external view returns (uint256) {}
  function getDaoReputation() external view returns (address) {}
  function getSchemeParameters(address) external view returns (bytes32) {}
}
contract WalletScheme {
  bool public doAvatarGenericCalls;
  address public permissionRegistry;
  function proposeCalls(
    address[] calldata, bytes[] calldata, uint256[] calldata, string calldata, string calldata
  ) external {}
}
