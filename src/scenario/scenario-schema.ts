import type { JsonSchema } from '../../worker/schema/custom/json-schema.ts'
import { LABS } from '../address/labs.ts'
import { LINES, TEXT_RULES, label, line, lines, list, record } from './schema-parts.ts'
import { SETTING_RULES, settingsSchema } from './settings-schema.ts'

/** The messages for texts that do not match, by pattern. */
export const PATTERN_RULES: ReadonlyMap<string, string> = new Map([...TEXT_RULES, ...SETTING_RULES])

const identity = record(
  {
    name: label('The name that steps refer to.'),
    user: line(253, 'The user name.'),
    groups: list(20, line(253, 'A group.'), 'The groups of the user.'),
    serviceAccount: line(317, 'A service account in place of a user, as namespace/name.'),
  },
  ['name'],
)

const check = record(
  {
    name: label('Unique in the scenario; needs refers to it.'),
    title: line(200, 'What is true when the check has passed.'),
    expr: lines(4096, 'A CEL expression of type bool.'),
    needs: list(10, label('A check of this step.'), 'Checks of this step that must pass first.'),
    failcheck: record(
      {
        expr: lines(4096, 'A CEL expression that is true when the reader made a mistake.'),
        message: lines(2000, 'What the mistake is, and how to undo it.'),
      },
      ['expr', 'message'],
    ),
    pending: lines(500, 'Shown while the check has not passed.'),
    passed: lines(500, 'Shown when the check has passed.'),
  },
  ['name', 'title', 'expr'],
)

const question = record(
  {
    ask: lines(2000, 'The question, in Markdown.'),
    options: {
      ...list(
        8,
        record(
          {
            text: lines(500, 'The answer to choose.'),
            right: { type: 'boolean', description: 'True for the one right option.' },
            why: lines(2000, 'Why it is right or wrong.'),
          },
          ['text'],
        ),
        'The options; exactly one is right.',
      ),
      minItems: 2,
    },
  },
  ['ask', 'options'],
)

const action: JsonSchema = {
  ...record(
    {
      run: lines(4096, 'A command line.'),
      apply: lines(65_536, 'A manifest to apply with server-side apply.'),
      handler: line(100, 'A file of the scenario, NAME.handler.ts, that the reader lets run.'),
      answer: list(10, { type: 'integer', minimum: 0, maximum: 7 }, 'The option of each question, counted from 0.'),
    },
    [],
    'One of run, apply, handler and answer.',
  ),
  minProperties: 1,
  maxProperties: 1,
}

/** A step of a file. In a folder, the body of the step's file is its text. */
export const stepSchema = record(
  {
    title: line(120, 'The title of the step.'),
    text: lines(65_536, 'What the reader reads, in Markdown.'),
    identity: label('The identity that the reader acts as.'),
    checks: list(20, check, 'What must be true before the next step.'),
    hints: list(10, lines(4000, 'A hint, in Markdown.'), 'Hints, which unfold one by one.'),
    questions: list(10, question, 'Questions about what the reader saw.'),
    solution: list(50, action, 'Actions that make every check of the step pass.'),
  },
  ['title', 'text'],
)

const object: JsonSchema = {
  type: 'object',
  properties: {
    apiVersion: line(320, 'The API version.'),
    kind: line(63, 'The kind.'),
    metadata: { type: 'object', properties: { name: line(253, 'The name.') }, required: ['name'] },
  },
  required: ['apiVersion', 'kind', 'metadata'],
}

/**
 * The schema of a scenario's file (reference/scenarios.md 2). `readScenario` checks files with it, and the build
 * publishes it for editors. `schemaFaults` implements every keyword in it.
 */
export const scenarioSchema: JsonSchema = {
  title: 'Tabplane scenario',
  ...record(
    {
      apiVersion: { type: 'string', enum: ['tabplane.dev/v1'] },
      kind: { type: 'string', enum: ['Scenario'] },
      name: label('Identifies the scenario and the progress of its readers.'),
      title: line(120, 'The title.'),
      summary: lines(1000, 'What the reader learns.'),
      level: { type: 'string', enum: ['beginner', 'intermediate', 'advanced'] },
      minutes: { type: 'integer', minimum: 1, maximum: 600, description: 'How long a reader needs.' },
      course: line(120, 'The course that the scenario belongs to.'),
      locale: {
        type: 'string',
        pattern: '^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$',
        maxLength: 35,
        default: 'en',
        description: 'The language of the texts, a BCP 47 tag.',
      },
      dialect: {
        type: 'string',
        enum: ['k8s', 'svc'],
        default: 'k8s',
        description: 'The names in the API: those of Kubernetes (k8s) or neutral ones (svc).',
      },
      cluster: settingsSchema,
      identities: list(20, identity, 'Identities that the reader can act as.'),
      objects: list(200, object, 'The objects that exist before the first step.'),
      files: list(
        50,
        record(
          {
            name: {
              type: 'string',
              pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
              maxLength: 100,
              description: 'The name of the file.',
            },
            text: { type: 'string', maxLength: 65_536, pattern: LINES, description: 'Its content.' },
          },
          ['name', 'text'],
        ),
        "Files in the shell's home folder and the editor.",
      ),
      panes: list(
        5,
        {
          type: 'string',
          enum: ['terminal', 'editor', 'explorer', 'map', 'requests', ...LABS.map((id) => `${id}-lab`)],
        },
        'The panes that are open at the start.',
      ),
      steps: { ...list(100, stepSchema, 'The steps, in order.'), minItems: 1 },
    },
    ['apiVersion', 'kind', 'name', 'title', 'summary', 'level', 'minutes', 'steps'],
    'A lesson that a reader follows on a cluster; its solutions can be tested under Node.',
  ),
}
