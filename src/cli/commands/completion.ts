import type { Command } from '../command.ts'
import { UsageError } from '../failure.ts'

/**
 * A script for each shell. It calls the hidden command `__complete`, which prints one candidate on each line and a
 * directive after them. Bit 2 of the directive forbids a space, bit 4 forbids files, and with bit 8 the candidates are
 * extensions of files. `{cli}` is the client's name, `{id}` the client's name as an identifier.
 *
 * Nothing typed runs before the user enters the line. kubectl's script for bash evaluates the words of the line; this one reads
 * them itself. It therefore offers files only after a command substitution, and does not expand patterns of files.
 */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    'bash',
    `# bash completion for {cli}

# Ends a word of the line. The target of a redirection is not a word for the client.
__{id}_word() {
  if [[ -n $begun && -n $redirected ]]; then redirected=''
  elif [[ -n $begun ]]; then words+=("$word")
  fi
  word='' begun=''
}

# Reads the words of the line. It expands variables, but runs nothing: it fails for commands and other expansions.
__{id}_words() {
  local at start=0 mark rest name quote='' word='' begun='' redirected=''
  local variable='^([A-Za-z_][A-Za-z0-9_]*|\\{([A-Za-z_][A-Za-z0-9_]*)\\})' operator='^(&>>?|<<[<-]?|<[>&]?|>[>&|]?)'
  words=()
  for (( at = 0; at < \${#typed}; at++ )); do
    mark="\${typed:at:1}" rest="\${typed:at+1}"
    if [[ $mark == "$quote" ]]; then quote=''
    elif [[ $quote == \\' ]]; then word+="$mark"
    elif [[ $mark == \\\\ ]]; then
      at=$(( at + 1 )) mark="\${rest:0:1}"
      [[ $mark == $'\\n' ]] && continue
      [[ -n $quote && $mark != [\\$\\\`\\"\\\\] ]] && word+=\\\\
      word+="$mark" begun=1
    elif [[ $mark == \\\` ]]; then return 1
    elif [[ $mark == \\$ && $rest =~ $variable ]]; then
      name="\${BASH_REMATCH[2]:-\${BASH_REMATCH[1]}}" at=$(( at + \${#BASH_REMATCH[0]} ))
      rest="\${!name-}"
      while [[ -z $quote && $rest == *[[:space:]]* ]]; do
        word+="\${rest%%[[:space:]]*}" rest="\${rest#*[[:space:]]}"
        [[ -n $word ]] && begun=1
        __{id}_word
      done
      word+="$rest"
      [[ -n $rest ]] && begun=1
    elif [[ $mark == \\$ && $rest == [][\\(\\{\\$\\!?#@*0-9-]* ]]; then return 1
    elif [[ -n $quote ]]; then word+="$mark"
    elif [[ $mark == \\$ && $rest == [\\'\\"]* ]]; then return 1
    elif [[ $mark == [\\'\\"] ]]; then quote="$mark" begun=1
    elif [[ $mark$rest =~ $operator ]]; then
      at=$(( at + \${#BASH_REMATCH[0]} - 1 ))
      [[ $word =~ ^[0-9]+$ ]] && begun=''
      __{id}_word
      redirected=1 start=$(( at + 1 ))
    elif [[ $mark == [$'\\n'\\|\\;\\&\\(\\)] ]]; then return 1
    elif [[ $mark == [[:space:]] ]]; then
      start=$(( at + 1 ))
      __{id}_word
    elif [[ $mark == \\~ && -z $begun && ( -z $rest || $rest == [/[:space:]]* ) ]]; then word="$HOME" begun=1
    else word+="$mark" begun=1
    fi
  done
  [[ -z $quote && -z $redirected ]] || return 1
  # The last word as it was typed, with its quotes.
  value="\${typed:start}"
  [[ -z $value ]] && begun=1
  __{id}_word
}

__{id}_complete() {
  local name="\${COMP_WORDS[0]}" typed="\${COMP_LINE:0:COMP_POINT}" value='' line='' mark='' seen='' directive=0 count=1
  local -a found=() words=()
  COMPREPLY=()
  typed="$name\${typed#*"$name"}"
  if (( BASH_VERSINFO[0] > 3 )); then
    while [[ $name =~ ^[A-Za-z0-9_.-]+$ && $seen != *"/$name/"* && -n \${BASH_ALIASES[$name]-} ]]; do
      typed="\${BASH_ALIASES[$name]}\${typed#"$name"}" seen+="/$name/"
      name="\${typed%%[[:space:]]*}"
    done
  fi
  __{id}_words || return 0
  # An alias may begin with variables for the client.
  while [[ \${words[count - 1]-} == [A-Za-z_]*=* ]]; do count=$(( count + 1 )); done
  (( count > 1 )) && words=(env "\${words[@]}") && count=$(( count + 1 ))
  while IFS= read -r line; do
    if [[ $line =~ ^:[0-9]+$ ]]; then directive="\${line#:}"; else found+=("$line"); fi
  done < <("\${words[@]:0:count}" __completeNoDesc "\${words[@]:count}" 2>/dev/null)
  (( directive & 1 )) && return
  [[ $value == -*=* ]] && value="\${value#*=}"
  if (( directive & 8 )); then
    compopt -o filenames
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
      compgen -d -- "$value"
      for line in "\${found[@]}"; do compgen -f -X "!*.$line" -- "$value"; done
    )
  else
    for line in "\${found[@]}"; do [[ $line == "$value"* ]] && COMPREPLY+=("$line"); done
    (( directive & 2 )) && compopt -o nospace
    (( directive & 4 )) && compopt +o default
  fi
  # Bash replaces only the part of the word after the last colon or equals sign.
  for mark in : =; do
    [[ $value == *$mark* && $COMP_WORDBREAKS == *$mark* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${value%"\${value##*$mark}"}"}")
  done
  return 0
}
complete -o default -F __{id}_complete {cli}
`,
  ],
  [
    'zsh',
    `#compdef {cli}
# zsh completion for {cli}
_{id}() {
  local line directive=0
  local -a found described space
  for line in "\${(@f)$({cli} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :*) directive=\${line#:} ;;
      ?*)
        found+=("\${line%%$'\\t'*}")
        described+=("\${line/$'\\t'/ -- }")
        ;;
    esac
  done
  [[ $words[CURRENT] == -*=* ]] && compset -P '*='
  if (( directive & 8 )); then
    _files -g "*.(\${(j:|:)found})"
  elif (( \${#found} > 0 )); then
    (( directive & 2 )) && space=(-S '')
    compadd $space -l -d described -a found
  elif (( ! (directive & 4) )); then
    _files
  fi
}
compdef _{id} {cli}
`,
  ],
  [
    'fish',
    `# fish completion for {cli}
function __{id}_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l lines ({cli} __complete $words[2..-1] "$word" 2>/dev/null)
  set -l start (string match -r -- '^-[^=]*=' "$word")
  set -l directive (string match -r -- '^:\\d+$' $lines)
  set -l found (string match -rv -- '^:\\d+$' $lines)
  if test "$directive" = ':8'; or begin; test "$directive" = ':0'; and test (count $found) -eq 0; end
    set found (__fish_complete_path (string replace -- "$start" '' "$word"))
  end
  test (count $found) -gt 0; and printf '%s\\n' "$start"$found
end
complete -c {cli} -f -a '(__{id}_complete)'
`,
  ],
  [
    'powershell',
    `# powershell completion for {cli}
Register-ArgumentCompleter -CommandName '{cli}' -ScriptBlock {
  param($word, $tree, $cursor)
  $words = @($tree.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += '""' }
  $lines = @({cli} __complete @words 2>$null)
  $directive = [int]($lines | Select-Object -Last 1).TrimStart(':')
  # Without results, PowerShell offers files.
  if ($directive -band 8) { return }
  $start = if ($word -match '^-[^=]*=') { $Matches[0] } else { '' }
  $found = @($lines | Select-Object -SkipLast 1 | Where-Object { "$start$_".StartsWith($word) })
  if ($found.Count -eq 0 -and ($directive -band 4)) { return '' }
  $found | ForEach-Object {
    $text, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $text }
    [System.Management.Automation.CompletionResult]::new("$start$text", $text, 'ParameterValue', $description)
  }
}
`,
  ],
])

export const completion = {
  name: 'completion',
  summary: 'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)',
  description:
    'Output shell completion code for the specified shell (bash, zsh, fish, or powershell). The shell code must be evaluated to provide interactive completion of {cli} commands.',
  usage: 'completion SHELL',
  examples: [
    ['Load the completion into the current bash', 'source <({cli} completion bash)'],
    ['Load the completion into the current zsh', 'source <({cli} completion zsh)'],
    ['Load the completion into the current fish', '{cli} completion fish | source'],
  ],
  run(session) {
    const { args, cli, host } = session
    const hint = `See '${cli} completion -h' for help and examples`
    const [shell] = args
    if (shell === undefined) throw new UsageError('Shell not specified.', hint)
    if (args.length > 1) throw new UsageError('Too many arguments. Expected only the shell type.', hint)
    const script = SCRIPTS.get(shell)
    if (script === undefined) throw new UsageError(`Unsupported shell type ${JSON.stringify(shell)}.`, hint)
    host.stdout(script.replaceAll('{cli}', cli).replaceAll('{id}', cli.replace(/\W/g, '_')))
    return Promise.resolve()
  },
} satisfies Command
