import { objectOrEmpty, type Json } from '../../../worker/api/json.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import type { ResourceType } from '../../client/discovery.ts'

export interface ExportedRow {
  readonly expected: 'valid' | 'invalid'
  readonly object: Json
}

const UNPROCESSABLE = 422
const CREATED = 201

/** A scenario for `tabplane scenario test`. It has one step for each row, and the check of the step is the expected verdict. */
export function exportedTest(definition: Json, type: ResourceType, rows: readonly ExportedRow[]): string {
  const { group, version, kind, resource } = type
  const steps = rows.map(({ expected, object }, at) => {
    const name = `row-${at + 1}`
    const given = objectOrEmpty(object)
    const metadata = { ...objectOrEmpty(given['metadata']), name }
    const manifest = { apiVersion: `${group}/${version}`, kind, ...given, metadata }
    const code = expected === 'valid' ? CREATED : UNPROCESSABLE
    return {
      title: `Row ${at + 1} is ${expected}`,
      text: `The server ${expected === 'valid' ? 'accepts' : 'refuses'} the object of row ${at + 1}.`,
      checks: [
        {
          name,
          title: `The answer is ${code}`,
          expr: `requests.exists(r, r.resource == '${resource}' && r.name == '${name}' && r.code == ${code})`,
        },
      ],
      solution: [{ apply: writeYaml(manifest) }],
    }
  })
  return writeYaml({
    apiVersion: 'tabplane.dev/v1',
    kind: 'Scenario',
    name: `${resource}-table`.slice(0, 63),
    title: `The table of ${kind}`,
    summary: `Objects of ${kind} that the server accepts, and others that it refuses.`,
    level: 'advanced',
    minutes: 5,
    objects: [definition],
    steps,
  })
}
