import { describePermissions, permissionBytes } from "../../../foundation/arc/permissions.js";
import type { Inspection, SchemeDescription } from "../description.js";
import { ifRead } from "../reading/attempt.js";
import { abilitiesOf, callsOf, mayCall } from "./powers.js";

/**
 * Schemes with all that they may do: if the avatar is a registered scheme, whatever may call the controller in its name
 * may do what the avatar may.
 */
export function withAvatarsPermissions(
  schemes: readonly SchemeDescription[],
  { avatar, controller }: Pick<Inspection, "avatar" | "controller">,
): readonly SchemeDescription[] {
  const own = schemes.find(
    ({ contract, registered }) => registered && contract.address === avatar.address,
  );
  if (own === undefined) return schemes;
  return schemes.map((scheme) => {
    const isCaller =
      scheme !== own &&
      abilitiesOf(scheme).includes("call") &&
      mayCall(callsOf(ifRead(scheme.parameters)), controller.address);
    if (!scheme.registered || !isCaller) return scheme;
    const bits = BigInt(scheme.permissions.bytes) | BigInt(own.permissions.bytes);
    return { ...scheme, permissions: describePermissions(permissionBytes(bits)) };
  });
}
