/** An answer in JSON, as OpenAPI describes it. */
export function json(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } };
}

/** `{"error": {"code": "...", "message": "..."}}`. */
export function problem(description: string) {
  return json(description, { $ref: '#/components/schemas/Problem' });
}
