# Types the beginning of a command line and Tab into an interactive zsh, and ends with 0 once it shows more:
# complete.zsh FOLDER-OF-FUNCTIONS TYPED EXPECTED
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u; print rea''dy"
zpty -r shell out '*ready*'
zpty -n -w shell "$2"$'\t'
zpty -r shell out "*$3*"
