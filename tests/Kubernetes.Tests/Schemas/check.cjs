// Each line that it reads is a JSON list of Kubernetes objects, and each line that it writes the list of what in them is not as Kubernetes'
// schemas have it. Members that they do not know are wrong too: the API server would drop them without a word, or refuse them.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');
const Ajv = require('ajv').default;
const addFormats = require('ajv-formats').default;
const validation = require('@kubernetes-models/validate');

const quantity = /^[+-]?(\d+(\.\d*)?|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats(ajv);
ajv.addFormat('quantity', quantity);
ajv.addFormat('string', true);

// The package's modules register their schemas with a checker of its own, which passes what it does not know: take them from it.
const known = new Set();
validation.register = (id, schema) => {
  if (known.has(id)) return;
  known.add(id);
  ajv.addSchema(strict(schema), id);
};

function strict(schema) {
  if (Array.isArray(schema)) return schema.map(strict);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

const folder = path.join(path.dirname(require.resolve('kubernetes-models')), '_schemas');

// apps/v1 StatefulSet is io.k8s.api.apps.v1.StatefulSet; what has no group is of the group core.
function checkOf({ apiVersion, kind }) {
  const [version, group = 'core'] = String(apiVersion).split('/').reverse();
  const parts = ['io', 'k8s', 'api', group.split('.')[0], version, String(kind)];
  const file = path.join(folder, `${parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')}.js`);
  if (!fs.existsSync(file)) return null;
  require(file).addSchema();
  return ajv.getSchema(parts.join('.'));
}

function problems(object) {
  const check = checkOf(object);
  if (!check) return [`there is no ${object.kind} in ${object.apiVersion}`];
  if (check(object)) return [];
  // Where a member may be absent, its schema is "this or null": what counts is how it differs from this.
  const telling = check.errors.filter(({ keyword, params }) => keyword !== 'oneOf' && !(keyword === 'type' && params.type === 'null'));
  return (telling.length > 0 ? telling : check.errors)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${params.additionalProperty ?? params.allowedValues ?? ''}`.trim());
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const all = JSON.parse(line).flatMap((object) => problems(object).map((problem) => `${object.kind} ${object.metadata?.name}: ${problem}`));
  console.log(JSON.stringify(all));
});
