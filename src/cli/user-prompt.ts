import { Failure } from './failure.ts'
import type { Host } from './host.ts'

/**
 * Prompts for the name of a user who has no credentials. The answer is the first word of standard input.
 * @throws Failure always: for standard input without a word, and otherwise because a password is read only from a terminal that
 * hides it, which no host has
 */
export async function promptForUser(host: Host): Promise<never> {
  host.stdout('Please enter Username: ')
  if ((await host.stdin()).trim() === '') throw new Failure('EOF')
  host.stdout('Please enter Password: ')
  throw new Failure('error reading input for Password')
}
