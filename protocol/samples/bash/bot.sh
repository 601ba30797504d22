#!/usr/bin/env bash
# A bot for Carcassonne in bash (4 or newer) alone. It speaks the protocol in lines; carcbot has the
# websocket and the token, and connects again when the connection is lost:
#
#     CARCBOT_TOKEN=... carcbot bot run --url ws://127.0.0.1:8765/play --stdio "bash bot.sh --sit"
#
# It plays wherever its account has a seat; with --sit it also sits down at every open table, with
# --seek TERMS it seeks matches in the lobby, one after the other, and with --enter NAME it takes
# part in the competition of that name. It reads JSON with regular expressions, as the referee
# writes it: tables and seats begin with their "match", offers with their "offer", competitions with
# their "name". A language with a JSON parser is the better choice.
set -u
LC_ALL=C

# The edges of each tile, clockwise from the north: city, field, road, water of the River.
declare -A EDGES=(
  [A]=ffrf [B]=ffff [C]=cccc [D]=crfr [E]=cfff [F]=fcfc [G]=fcfc [H]=cfcf
  [I]=cffc [J]=crrf [K]=cfrr [L]=crrr [M]=ccff [N]=ccff [O]=crrc [P]=crrc
  [Q]=ccfc [R]=ccfc [S]=ccrc [T]=ccrc [U]=rfrf [V]=ffrr [W]=frrr [X]=rrrr
  [EA]=ffrr [EB]=frfr [EC]=frrr [ED]=frfr [EE]=rrrr [EF]=crfc [EG]=fffc [EH]=cccc
  [EI]=crcr [EJ]=cfrf [EK]=cccc [EL]=crrc [EM]=cfrr [EN]=cfrc [EO]=ccfc [EP]=cfcc
  [EQ]=rcrc [RA]=ffwf [RB]=cwrw [RC]=cwcw [RD]=wfwf [RE]=ccww [RF]=wfwf [RG]=wffw
  [RH]=fwrw [RI]=rwwr [RJ]=fwwf [RK]=wrwr [RL]=wfff
)

# What the bot knows of each match, by its name.
declare -A seq=()   # the last event
declare -A turn=()  # the last event that changed the position
declare -A tried=() # how many moves were refused in this position
declare -A seat=() tile=() board=() # the board as words: 0,0=crfr 1,0=...
declare -A is_known=() is_out=()
declare -A bend=() # of the river: which way it turned last

declare -A asked=() # commands that are not answered yet, by their id
count=0             # of all commands: each has an id of its own
account=
looks=0         # for tables, or for others in the lobby
knows_offers='' # those that the referee has of us from before
offer=''        # our seek
next_look=0

# ---------------------------------------------------------------- JSON, as far as it goes

# field NAME TEXT: sets $value to what the first field of this name holds, a text or a number
field() {
  value=
  if [[ $2 =~ \"$1\":\ ?(\"([^\"]*)\"|-?[0-9.]+) ]]; then
    value=${BASH_REMATCH[2]:-${BASH_REMATCH[1]}}
  fi
}

# listed NAME: prints what $line lists that begins with this field, each on a line of its own
listed() {
  local mark="{\"$1\"" newline=$'\n' text
  text=${line//"$mark"/$newline$mark}
  grep -o "$mark.*" <<<"$text"
}

# say FIELDS: gives a command
say() {
  count=$((count + 1))
  asked[$count]=$1
  printf '{"id":%d,%s}\n' "$count" "$1"
}

# give_up WHY: ends, for to try again would change nothing
give_up() {
  printf 'error: %s\n' "$1" >&2
  exit 2
}

# ---------------------------------------------------------------- the game

# is_playable GAME OPTIONS: whether this bot can play so: it knows all tiles, but the usual start alone
is_playable() {
  [[ $1 == carcassonne && $2 != *start=* ]]
}

# flow EDGES NORTH EAST SOUTH WEST: sets $turns to how a river turns on a tile between these, 1 or 3,
# or 2 straight on; to 0 if none comes
flow() {
  local side comes=-1 goes=-1 around=("${@:2}")
  for side in 0 1 2 3; do
    [[ ${1:side:1} == w ]] || continue
    if [[ ${around[side]:$(((side + 2) % 4)):1} == w ]]; then comes=$side; else goes=$side; fi
  done
  turns=0
  if ((comes >= 0)); then
    turns=2
    if ((goes >= 0)); then turns=$(((goes - comes + 4) % 4)); fi
  fi
}

# find_move MATCH: sets $move to a legal one, or to nothing. A tile may lie wherever its edges match.
find_move() {
  local -A at=() seen=()
  local word cell x y step rotation edges north east south west turns later=()
  local shape=${EDGES[${tile[$1]%g}]} skip=${tried[$1]} meeple=
  if [[ ${tile[$1]} == [AB] ]]; then # a meeple may stand on any cloister: six, and we have seven
    if ((skip == 0)); then meeple=+sm; else skip=$((skip - 1)); fi
  fi
  move=
  for word in ${board[$1]}; do at[${word%=*}]=${word#*=}; done
  for word in ${board[$1]}; do
    for step in "0 -1" "1 0" "0 1" "-1 0"; do
      cell=${word%=*}
      x=$((${cell%,*} + ${step% *})) y=$((${cell#*,} + ${step#* }))
      [[ -n ${at[$x,$y]-}${seen[$x,$y]-} ]] && continue
      seen[$x,$y]=yes
      north=${at[$x,$((y - 1))]-} east=${at[$((x + 1)),$y]-}
      south=${at[$x,$((y + 1))]-} west=${at[$((x - 1)),$y]-}
      for rotation in 0 1 2 3; do
        edges=${shape:4-rotation}${shape:0:4-rotation}
        [[ -z $north || ${north:2:1} == "${edges:0:1}" ]] || continue
        [[ -z $east || ${east:3:1} == "${edges:1:1}" ]] || continue
        [[ -z $south || ${south:0:1} == "${edges:2:1}" ]] || continue
        [[ -z $west || ${west:1:1} == "${edges:3:1}" ]] || continue
        if [[ $edges == *w* ]]; then
          flow "$edges" "$north" "$east" "$south" "$west"
          ((turns == 0)) && continue
          if ((turns == bend[$1])); then # it must not turn so twice, or only after a straight piece
            later+=("$x,$y/$rotation")
            continue
          fi
        fi
        move=$x,$y/$rotation$meeple
        ((skip-- == 0)) && return
      done
    done
  done
  move=${later[skip]-}
}

# ---------------------------------------------------------------- the protocol

forget() { unset "seq[$1]"; }

begin() { seq[$1]=0 turn[$1]=0 tried[$1]=0 seat[$1]=-1 is_known[$1]='' is_out[$1]='' bend[$1]=0; }

# resume MATCH: asks for the events that are missing, once
resume() {
  local command="\"type\":\"resume\",\"match\":\"$1\",\"last_seq\":${seq[$1]}"
  [[ " ${asked[*]} " == *"$command "* ]] || say "$command"
}

# make_move MATCH SEQ: the first that was not refused; the same position gets the same answer
make_move() {
  move=
  [[ -n ${is_known[$1]} ]] && find_move "$1"
  if [[ -n $move ]]; then
    say "\"type\":\"move\",\"match\":\"$1\",\"seq\":$2,\"move\":\"$move\""
  else
    say "\"type\":\"resign\",\"match\":\"$1\""
  fi
}

# hear_event TYPE MATCH SEQ: follows a match
hear_event() {
  local game x y rotation shape turns word north='' east='' south='' west=''
  [[ -n ${seq[$2]-} ]] && (($3 > seq[$2])) || return # not ours, or not new
  if (($3 > seq[$2] + 1)); then
    resume "$2" # one is missing
    return
  fi
  seq[$2]=$3
  if [[ $1 == out ]]; then # changes no position, so a request stays as it is
    field seat "$line"
    [[ $value == "${seat[$2]}" ]] && is_out[$2]=yes
    return
  fi
  turn[$2]=$3 tried[$2]=0
  case $1 in
    start)
      board[$2]=0,0=${EDGES[D]}
      [[ $line == *'expansions=river'* ]] && board[$2]=0,0=${EDGES[RA]}
      bend[$2]=0
      field seat "$line"; seat[$2]=$value
      field game "$line"; game=$value
      field options "$line"
      is_playable "$game" "$value" && is_known[$2]=yes
      ;;
    draw)
      field draw "$line"
      tile[$2]=$value
      ;;
    move)
      field move "$line"
      x=${value%%,*} y=${value#*,} rotation=${value#*/}
      y=${y%%/*} rotation=${rotation:0:1} shape=${EDGES[${tile[$2]%g}]-}
      shape=${shape:4-rotation}${shape:0:4-rotation}
      if [[ $shape == *w* ]]; then
        for word in ${board[$2]}; do
          case ${word%=*} in
            "$x,$((y - 1))") north=${word#*=} ;;
            "$((x + 1)),$y") east=${word#*=} ;;
            "$x,$((y + 1))") south=${word#*=} ;;
            "$((x - 1)),$y") west=${word#*=} ;;
          esac
        done
        flow "$shape" "$north" "$east" "$south" "$west"
        ((turns % 2)) && bend[$2]=$turns
      fi
      board[$2]+=" $x,$y=$shape"
      ;;
    result)
      printf '%s\n' "$line" >&2
      forget "$2"
      ;;
  esac
}

# hear_ack ID: goes on where a command was carried out
hear_ack() {
  local command=${asked[$1]-} place match options names=
  unset "asked[$1]"
  case $command in
    '"type":"hello"'*) # the answer names our seats
      looks=1
      field account "$line"; account=$value
      while read -r place; do
        field match "$place"; match=$value
        [[ -n ${seq[$match]-} ]] || begin "$match"
        resume "$match"
      done < <(listed match)
      if [[ -n $terms ]]; then
        say '"type":"capacity","matches":1'
        say '"type":"lobby"'
      fi
      [[ -n $enters ]] && say '"type":"competitions"'
      ;;
    '"type":"competitions"')
      while read -r place; do
        field name "$place"
        names+="$value "
        go_along "$place"
      done < <(listed name)
      [[ " $names" == *" $enters "* ]] ||
        give_up "there is no competition '$enters' here; those there are: ${names:-none}"
      ;;
    '"type":"withdraw"'*) give_up "withdrawn from $enters: the terms have changed" ;;
    '"type":"seek"'*)
      field offer "$line"; offer=$value
      ;;
    '"type":"lobby"') # offers outlive connections: we begin anew
      knows_offers=yes
      while read -r place; do
        field by "$place"
        [[ $value == "$account" ]] || continue
        field offer "$place"
        say "\"type\":\"cancel\",\"offer\":\"$value\""
      done < <(listed offer)
      ;;
    '"type":"sit"'*)
      field match "$command"
      begin "$value"
      ;;
    '"type":"tables"')
      while read -r place; do
        [[ $place == *'"state":"open"'* && $place =~ \"seats\":\[[^]]*null ]] || continue
        field match "$place"; match=$value
        field options "$place"; options=$value
        field game "$place"
        [[ -z ${seq[$match]-} ]] && is_playable "$value" "$options" &&
          say "\"type\":\"sit\",\"match\":\"$match\""
      done < <(listed match)
      ;;
  esac
}

# go_along COMPETITION [news]: does what is due in the one that is wanted, each step once; ends if
# that was asked for, and is no news, and nothing can come of it any more
go_along() {
  local name game phase you step steps=()
  field name "$1"; name=$value
  [[ $name == "$enters" ]] || return
  field phase "$1"; phase=$value
  field you "$1"; you=${value:-none}
  field game "$1"; game=$value
  field options "$1"
  if is_playable "$game" "$value"; then
    [[ $1 == *'"to_confirm":true'* ]] && steps=(confirm) # the host has changed the terms
    case $phase:$you in
      registration:none) steps+=(enter) ;;
      check_in:entered) steps+=(check_in) ;;
      *:none | *:left_out) [[ $1 == *'"may_enter":true'* ]] && steps+=(enter) ;;
    esac
  elif [[ $1 == *'"to_confirm":true'* ]]; then
    steps=(withdraw)
  else
    give_up "this bot cannot play by the terms of $name: $game with ${value:-no options}"
  fi
  field changes "$1"
  for step in "${steps[@]}"; do
    step="\"type\":\"$step\",\"competition\":\"$name\""
    [[ $step == '"type":"confirm"'* ]] && step+=",\"changes\":$value"
    [[ " ${asked[*]} " == *"$step"* ]] || say "$step"
  done
  ((${#steps[@]})) && return
  [[ -n ${2-} ]] && return
  case $phase:$you in
    over:* | called_off:*) give_up "$name is ${phase/_/ }" ;;
    announced:* | *:entered | *:checked_in | *:playing) ;;
    *:none) give_up "we cannot take part in $name: registration is over" ;;
    *) give_up "we cannot take part in $name: we are ${you/_/ }" ;;
  esac
}

# hear_error ID: does something about it, if something can be done
hear_error() {
  local command=${asked[$1]-} code match
  printf '%s\n' "$line" >&2
  unset "asked[$1]"
  field code "$line"; code=$value
  field match "$command"; match=$value
  if [[ $code == too_fast && -n $command ]]; then
    field retry_after "$line"
    sleep "${value:-1}"
    say "$command"
  fi
  [[ $code == draining ]] && looks=0
  if [[ $command == '"type":"seek"'* ]]; then
    case $code in
      bad_options | unknown_game | unsupported_feature | not_allowed)
        give_up 'this cannot be sought here'
        ;;
    esac
  fi
  [[ -n $match && -n ${seq[$match]-} ]] || return
  case $code in
    illegal_move)
      tried[$match]=$((tried[$match] + 1))
      field seq "$command"
      ((value >= turn[$match])) && make_move "$match" "$value"
      ;;
    stale)
      # after a resume it means that the referee has lost events: begin anew
      [[ $command == *'"resume"'* ]] && begin "$match"
      resume "$match"
      ;;
    unknown_match | not_seated | match_over) forget "$match" ;;
  esac
}

# hear: does what the message in $line asks for; those of other types are ignored
hear() {
  local type match number id place
  field type "$line"; type=$value
  field match "$line"; match=$value
  field seq "$line"; number=$value
  field id "$line"; id=${value:-0}
  case $type in
    hello)
      [[ $line =~ \"requires\":\[[^]] ]] && exit 2 # something that this bot does not know
      [[ -n $enters && $line != *'"competitions"'* ]] && give_up 'there are no competitions here'
      asked=() looks=0 knows_offers='' offer=''    # a new connection
      say '"type":"hello","product":"sample-bash/1","token":""'
      ;;
    start | draw | move | out | result) hear_event "$type" "$match" "$number" ;;
    request)
      [[ -n ${seq[$match]-} && -z ${is_out[$match]} ]] && ((number >= turn[$match])) &&
        make_move "$match" "$number"
      ;;
    ack) hear_ack "$id" ;;
    error) hear_error "$id" ;;
    offer_over) # a match that came of it begins by itself
      field offer "$line"
      [[ $value == "$offer" ]] && offer=''
      field outcome "$line"
      [[ $value == matched && -z ${seq[$match]-} ]] && begin "$match"
      ;;
    competition)
      while read -r place; do go_along "$place" news; done < <(listed name)
      ;;
    called) begin "$match" ;; # to a match of the competition, whose start follows
    notice)
      field code "$line"
      [[ $value == draining ]] && looks=0
      ;;
  esac
}

# look: looks for a match, at the tables, or in the lobby if there is none yet
look() {
  ((sits)) && say '"type":"tables"'
  if [[ -n $knows_offers && -z $offer && ${#seq[@]} == 0 && ${asked[*]} != *'"type":"seek"'* ]]; then
    say "\"type\":\"seek\",\"terms\":$terms,\"expires_s\":86400"
  fi
}

sits=0
terms=  # of the matches to seek
enters= # the competition to take part in
[[ ${1-} == --sit ]] && sits=1
[[ ${1-} == --enter ]] && enters=${2:?the name of a competition}
if [[ ${1-} == --seek ]]; then
  terms=$2
  field game "$terms"; game=$value
  field options "$terms"
  if ! is_playable "$game" "$value"; then
    give_up 'this bot plays Carcassonne from the usual start alone'
  fi
fi
begun= # of a line that has not come as a whole
while true; do
  if IFS= read -r -t 2 part; then
    line=$begun$part begun=
    hear
  elif (($? > 128)); then
    begun+=$part # nothing more came for 2 s
  else
    exit # carcbot has nothing more to say
  fi
  if ((looks && SECONDS >= next_look)); then
    next_look=$((SECONDS + 2))
    look
  fi
done
