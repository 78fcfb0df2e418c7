import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { boolean, integer } from '../flags.ts'
import { connectToPod, containerFlag, podTarget } from '../pod-streams.ts'
import { fetchTarget } from '../selected-objects.ts'

export const cp = {
  name: 'cp',
  summary: 'Copy files and directories to and from containers',
  usage: 'cp <file-spec-src> <file-spec-dest>',
  flags: [
    containerFlag,
    boolean('no-preserve', 'Ownership and permissions are not preserved in the container.'),
    integer('retries', 'How often a failed copy from a container is continued. Negative: without end.', { fallback: '0' }),
  ],
  async run(session) {
    const [from, to, ...more] = session.args
    if (from === undefined || to === undefined || more.length > 0)
      throw new Failure('source and destination are required')
    const remote = [from, to].filter((spec) => /^[^/.][^:]*:/.test(spec))
    if (remote.length === 0) throw new Failure('one of src or dest must be a remote file specification')
    if (remote.length === 2) throw new Failure('src must be a local file specification')
    const [path = ''] = (remote[0] ?? '').split(':')
    const target = await podTarget(session, path.split('/').at(-1) ?? '')
    await fetchTarget(session, target)
    return connectToPod(session, target, 'exec?command=tar&stdin=true&stdout=true&stderr=true')
  },
} satisfies Command
