import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'
import { OUTCOME_WORDS } from '../../worker/controllers/simulation/outcome-words.ts'
import { SETTING_FLAGS } from '../../worker/server/settings-options.ts'
import { line, list, record } from './schema-parts.ts'

/** An RFC 3339 time. */
const TIME = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`
/** A name in which `*` matches any characters. */
const WILDCARD = String.raw`^[A-Za-z0-9*._:/@-]+$`

/** The error messages for texts that do not match, by pattern. */
export const SETTING_RULES: ReadonlyMap<string, string> = new Map([
  [TIME, "must be a time such as '2026-03-01T08:00:00Z', in quotes"],
  [WILDCARD, 'must be letters, digits, the characters . _ : / @ - and * for any characters'],
])

const outcome: JsonSchema = { type: 'string', enum: [...OUTCOME_WORDS], description: 'How the container ends.' }
const seconds: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: 86_400,
  description: 'How long the container runs.',
}
const pattern = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: WILDCARD,
  description,
})

const simulation = record(
  {
    images: list(
      50,
      record({ image: pattern(255, 'An image; * matches any characters.'), outcome, seconds }, ['image', 'outcome']),
      'How containers of an image end. The first matching entry applies.',
    ),
    failures: list(
      50,
      record(
        {
          pods: pattern(317, 'Pods, as namespace/name; * matches any characters.'),
          container: pattern(63, 'One of their containers.'),
          outcome,
          seconds,
          times: { type: 'integer', minimum: 1, maximum: 100, description: 'How many starts fail. Default: all.' },
        },
        ['pods', 'outcome'],
      ),
      'Containers that fail. The first matching entry applies, before those of images.',
    ),
  },
  [],
  'What the simulated nodes do.',
)

/** The field `cluster` of a scenario. */
export const settingsSchema: JsonSchema = record(
  {
    startTime: { type: 'string', pattern: TIME, maxLength: 40, description: 'The time at which the cluster begins.' },
    timeScale: {
      type: 'integer',
      minimum: 1,
      maximum: 60,
      description: 'How many seconds of the cluster pass in one second.',
    },
    featureGates: {
      type: 'object',
      maxProperties: 50,
      additionalProperties: { type: 'boolean' },
      description: 'Feature gates, as in --feature-gates.',
    },
    flags: record(
      Object.fromEntries(SETTING_FLAGS.map((name) => [name, line(1000, `The value of --${name}.`)])),
      [],
      'Flags of the server.',
    ),
    audit: { type: 'object', description: 'An audit policy; /debug/audit shows the last events.' },
    simulation,
    reviews: record(
      {
        tokens: line(300, 'Reviews tokens that the server does not know.'),
        access: line(300, 'Reviews requests about which the other modes of authorisation have no opinion.'),
        images: line(300, 'Reviews the images of pods.'),
      },
      [],
      'Webhooks of this cluster, as https://NAME.NAMESPACE.svc/PATH; a handler answers them.',
    ),
  },
  [],
  'The settings of the cluster.',
)
