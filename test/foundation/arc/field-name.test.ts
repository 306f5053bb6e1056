import { expect } from "chai";

import { fieldName } from "../../../src/foundation/arc/field-name.js";

it("a field has its contract's name or alias in camelCase, in any script", () => {
  const names = ["DAOToken", "UController", "Grant scheme", "Заявки на гранты", "Überweisung_2"];
  expect(names.map(fieldName)).to.deep.equal([
    ...["daoToken", "uController", "grantScheme", "заявкиНаГранты", "überweisung2"],
  ]);
});
