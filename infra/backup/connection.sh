# Read by the other scripts. Sets `database` to DATABASE_URL without its password, and PGPASSWORD to the password: everybody
# on a machine can read the arguments of a program, but not its environment.
: "${DATABASE_URL:?is not set}"
database=$DATABASE_URL
rest=${DATABASE_URL#*://}
credentials=${rest%%@*}
case ${rest%%[/?]*} in
  *:*@*)
    database=${DATABASE_URL%%://*}://${credentials%%:*}@${rest#*@}
    # Programs take the password as it is, without the percent-encoding of a URL.
    PGPASSWORD=$(printf '%s' "${credentials#*:}" | LC_ALL=C awk -v digits=0123456789ABCDEF '
      function digit(at) { return index(digits, toupper(substr($0, at, 1))) - 1 }
      {
        while (at = index($0, "%")) {
          printf "%s%c", substr($0, 1, at - 1), 16 * digit(at + 1) + digit(at + 2)
          $0 = substr($0, at + 3)
        }
        printf "%s", $0
      }')
    export PGPASSWORD
    ;;
esac
