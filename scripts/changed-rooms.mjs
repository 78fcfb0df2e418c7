// The rooms that differ from main, and the areas of recorded answers that show their behaviour.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'

/** The areas of recordings/answers that a change of each room may break. */
const AREAS = {
  'worker/admission': ['admission'],
  'worker/apiextensions': ['crd'],
  'worker/apply': ['apply'],
  'worker/authentication': ['authn', 'serviceaccount'],
  'worker/authorization': ['authz'],
  'worker/cel': ['cel', 'policy'],
  'worker/certificates': ['csr'],
  'worker/codec': ['negotiation', 'fieldvalidation'],
  'worker/http': ['http', 'discovery', 'negotiation', 'health'],
  'worker/patch': ['patch'],
  'worker/resources': ['kinds'],
  'worker/schema': ['fieldvalidation', 'crd'],
  'worker/store': ['list', 'watch'],
  'worker/verbs': ['verbs', 'list', 'watch', 'fieldvalidation'],
  'worker/webhooks': ['webhook'],
}

/** Rooms of one folder level; the others are two levels deep. */
const SHALLOW = ['serve', 'bench', 'scripts', 'recordings']

function roomOf(file) {
  const [first = '', second = ''] = file.split('/')
  return SHALLOW.includes(first) ? first : `${first}/${second}`
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

/** The rooms that changed since the last commit that main also has; on main itself, since the commit before. */
export function changedRooms() {
  const [head] = git('rev-parse', 'HEAD')
  const [base] = git('merge-base', 'HEAD', 'main')
  const files = [
    ...git('diff', '--name-only', base === head || base === undefined ? 'HEAD~1' : base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(files.map(roomOf))].filter((room) => existsSync(path.join(root, room)))
}

export const areasOf = (rooms) => [...new Set(rooms.flatMap((room) => AREAS[room] ?? []))]
