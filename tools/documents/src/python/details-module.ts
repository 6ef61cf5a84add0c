/** The facts of errors in Python: a TypedDict for each code that programs act upon, and how an error gives its own. */
import type { JsonSchema, OpenApiDocument } from '@bellwether/runtime';
import { pascal } from '../pascal';
import type { Words } from '../words';
import { AS_IT_COMES } from './annotations';
import { Classes } from './classes';

/** Fields by these names cannot be declared: they are there all the same. */
const WORDS_OF_PYTHON = ['is'];

const GIVEN_BY = `class WithDetails:
    """An error whose \`\`details\`\` are known by its code."""

    code: str
    details: Mapping[str, Any]
`;

const GIVING = `    def details_of(self, code: str) -> Any:
        """The details, if it is an error of this code; else None."""
        return self.details if self.code == code else None
`;

/** @returns the classes, and what follows them */
export function detailsOf({ components }: OpenApiDocument, words: Words): [Classes, string] {
  const { properties = {} } = components.schemas['DetailsByCode'] ?? {};
  const classes = new Classes({}, words);
  const named = Object.entries<JsonSchema>(properties).map(([code, schema]) => {
    const name = `${pascal(code.toLowerCase())}Details`;
    classes.terms(name, schema, WORDS_OF_PYTHON, AS_IT_COMES);
    return [code, name] as const;
  });
  const overloads = named.map(
    ([code, name]) =>
      `    @overload\n    def details_of(\n        self, code: Literal["${code}"]\n    ) -> Optional[${name}]: ...\n`,
  );
  return [classes, ['', '', GIVEN_BY, ...overloads, GIVING].join('\n')];
}
