import { UsageError, type Program } from '../program.ts'

/** The completion script of each shell, which calls `tabplane complete` with the words up to the cursor. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `_tabplane() {
  local IFS=$'\\n'
  COMPREPLY=($(tabplane complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _tabplane tabplane`,
  ],
  [
    'zsh',
    `_tabplane() {
  local -a candidates
  candidates=("\${(@f)$(tabplane complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates" ]]; then compadd -- "\${candidates[@]}"; else _files; fi
}
compdef _tabplane tabplane`,
  ],
  ['fish', `complete -c tabplane -a '(tabplane complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`],
])

export const completion = {
  run([shell = '']) {
    const script = SCRIPTS.get(shell)
    if (script === undefined) throw new UsageError(`name a shell: ${[...SCRIPTS.keys()].join(', ')}`)
    console.log(script)
    return Promise.resolve(0)
  },
} satisfies Program
