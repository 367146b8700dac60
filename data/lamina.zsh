#compdef lamina
# SPDX-License-Identifier: Apache-2.0
# Completion of lamina for zsh, by the words of that for bash, which was installed beside it.

_lamina () {
  local -a found
  found=(${(f)"$(bash -c '. "$0"; _lamina_words "$@"' "${_lamina_file:h:h:h}/bash-completion/completions/lamina" \
    "${(@Q)words[1,CURRENT]}" 2>/dev/null)"})
  # Of names with commas between them the last is completed.
  [[ $words[CURRENT-1] == --columns ]] && compset -P '*,'
  (( $#found )) && compadd -a found
  if (( $#found == 0 || CURRENT == 2 )); then
    _files
  fi
}

typeset -g _lamina_file=${${(%):-%x}:A}
_lamina "$@"
