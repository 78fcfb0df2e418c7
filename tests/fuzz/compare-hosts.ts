import { dialects } from '../../worker/dialect/dialect.ts'
import { callerOf } from './callers.ts'
import { dice } from './dice.ts'
import { openHosts, reachesEveryHost } from './hosts.ts'
import { requestMaker } from './requests.ts'
import type { Finding } from './fuzzed-server.ts'

/** The number of requests after which clusters are replaced. */
const LIFE = 2000

/** Sends the same requests to an equal cluster behind each host, and returns the requests with different answers. */
export async function compareHosts(seed: number, count: number): Promise<readonly Finding[]> {
  const random = dice(seed)
  const make = requestMaker(dialects.k8s)
  const findings: Finding[] = []
  for (let done = 0; done < count;) {
    const hosts = await openHosts()
    for (const end = Math.min(count, done + LIFE); done < end; done++) {
      const draft = make(random)
      const request = { ...draft, headers: { ...draft.headers, ...callerOf(random) } }
      if (!reachesEveryHost(request)) continue
      const answers = await Promise.all(hosts.map(async ({ name, send }) => ({ name, answer: await send(request) })))
      const [first, ...others] = answers
      for (const { name, answer } of others)
        if (answer !== first?.answer)
          findings.push({ what: `differs ${name}`, request, answer: differenceOf(first?.answer ?? '', answer ?? '') })
    }
    await Promise.all(hosts.map((host) => host.close()))
  }
  return findings
}

/** The parts of both texts that begin some characters before the first difference. */
function differenceOf(first: string, second: string): string {
  let at = 0
  while (at < first.length && first[at] === second[at]) at++
  const from = Math.max(0, at - 40)
  return `${first.slice(from, at + 150)} instead of ${second.slice(from, at + 150)}`
}
