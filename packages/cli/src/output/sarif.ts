import { CODES, type Code, type Report, type Severity } from '@unbake/formats';
import type { Io } from '../io/io.ts';
import { indented, JsonListWriter } from './json.ts';

const LEVELS: { readonly [severity in Severity]: string } = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0: one run, its results written as they come, its rules (those that were used) after them. */
export class SarifWriter {
  readonly #list: JsonListWriter;
  readonly #rules = new Map<Code, number>();

  constructor(io: Io) {
    const head = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
    };
    const open = JSON.stringify(head, null, 2).slice(0, -2);
    this.#list = new JsonListWriter(io, `${open},\n  "runs": [\n    {\n      "results": [`, 4);
  }

  add(file: string, report: Report): void {
    for (const d of report.diagnostics) {
      const ruleIndex = this.#rules.get(d.code) ?? this.#rules.size;
      this.#rules.set(d.code, ruleIndex);
      this.#list.add({
        ruleId: d.code,
        ruleIndex,
        level: LEVELS[d.severity],
        message: { text: d.path ? `${d.path}: ${d.message}` : d.message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
              region: { byteOffset: d.offset, byteLength: d.length },
            },
            ...(d.path ? { logicalLocations: [{ fullyQualifiedName: d.path }] } : {}),
          },
        ],
      });
    }
  }

  end(): void {
    const rules = [...this.#rules.keys()].map((code) => ({
      id: code,
      shortDescription: { text: CODES[code].title },
      fullDescription: { text: CODES[code].meaning },
      help: { text: CODES[code].advice },
      defaultConfiguration: { level: LEVELS[CODES[code].severity] },
    }));
    const tool = { driver: { name: 'unbake', rules } };
    this.#list.end(`],\n      "tool": ${indented(tool, '      ')}\n    }\n  ]\n}\n`);
  }
}
