"""Everything that is said to people, in Portuguese."""

CATALOGUE = {
    # Lists
    "{some} and {last}": "{some} e {last}",
    "{some} or {last}": "{some} ou {last}",
    "{some}, and {last}": "{some}, e {last}",
    "{some}, {last}": "{some}, {last}",
    "{low} to {high}": "{low} a {high}",
    # Lines and faces
    "row {n}": "linha {n}",
    "column {n}": "coluna {n}",
    "box {n}": "caixa {n}",
    "region {letter}": "região {letter}",
    "falling line {n}": "diagonal descendente {n}",
    "rising line {n}": "diagonal ascendente {n}",
    "top": "superior",
    "bottom": "inferior",
    "front": "frontal",
    "back": "traseira",
    "left": "esquerda",
    "right": "direita",
    "{face}'s turn": "a rotação da face {face}",
    "above": "vista de cima",
    "below": "vista de baixo",
    "the left": "vista da esquerda",
    "the right": "vista da direita",
    # Drawings
    "{cell}: open": "{cell}: em aberto",
    "{cell}: {value}": "{cell}: {value}",
    "{cell}: turned by {turn}": "{cell}: rotação {turn}",
    "{face} {turn}": "{face} {turn}",
    "{turns}": "{turns}",
    "A snail of {side} rows and columns, each to hold {values} once.": (
        "Um caracol de {side} linhas e colunas, cada uma com {values} uma vez."
    ),
    "A board of {side} rows and columns, each to hold two dots and a letter.": (
        "Um tabuleiro de {side} linhas e colunas, cada uma com dois pontos e uma letra."
    ),
    "A board of {height} rows and {width} columns.": (
        "Um tabuleiro de {height} linhas e {width} colunas."
    ),
    "A triangle of {side} rows of circles, for the numbers from {low} to {high}.": (
        "Um triângulo de {side} linhas de círculos, para os números de {low} a {high}."
    ),
    "An unfolded cube; each face has a ring of {length} digits.": (
        "Um cubo planificado; cada face tem um anel de {length} dígitos."
    ),
    "A cube from two sides; each face has a ring of {length} digits.": (
        "Um cubo visto de dois lados; cada face tem um anel de {length} dígitos."
    ),
    "{cell}, number {n}": "{cell}, número {n}",
    "the edge above {cell}": "o lado de cima de {cell}",
    "the edge below {cell}": "o lado de baixo de {cell}",
    "the edge left of {cell}": "o lado esquerdo de {cell}",
    "the edge right of {cell}": "o lado direito de {cell}",
    "the edges above {cells}": "os lados de cima de {cells}",
    "the edges below {cells}": "os lados de baixo de {cells}",
    "the edges left of {cells}": "os lados esquerdos de {cells}",
    "the edges right of {cells}": "os lados direitos de {cells}",
    "{first} to {last}": "{first} a {last}",
    "the edges {sides} {cell}": "os lados {sides} de {cell}",
    "above{edges}": "de cima{edges}",
    "below{edges}": "de baixo{edges}",
    "left of{edges}": "esquerdo{edges}",
    "right of{edges}": "direito{edges}",
    "{cell}'s upper left corner": "o canto superior esquerdo de {cell}",
    "{cell}'s upper right corner": "o canto superior direito de {cell}",
    "{cell}'s lower left corner": "o canto inferior esquerdo de {cell}",
    "{cell}'s lower right corner": "o canto inferior direito de {cell}",
    # Values
    "{cell}": "{cell}",
    "{value}": "{value}",
    "empty": "uma casa vazia",
    "empty{several}": "casas vazias{several}",
    "a dot": "um ponto",
    "dots": "pontos",
    "nothing": "nada",
    # Rules and clues
    "{line} holds exactly one {value}": "a {line} tem exatamente um {value}",
    "{line} holds at most one {value}": "a {line} tem no máximo um {value}",
    "{cell} is not blank": "{cell} não fica em branco",
    "{line} holds exactly two dots": "a {line} tem exatamente dois pontos",
    "{line} holds exactly one letter": "a {line} tem exatamente uma letra",
    "in {line} an M stands midway between the two dots": (
        "na {line} um M fica a meio caminho entre os dois pontos"
    ),
    "in {line} an N stands between the two dots, but not midway": (
        "na {line} um N fica entre os dois pontos, mas não a meio caminho"
    ),
    "in {line} an O does not stand between the two dots": (
        "na {line} um O não fica entre os dois pontos"
    ),
    "the numbers in {line} all differ": "os números da {line} são todos diferentes",
    "{cells} sum to {total}": "{cells} somam {total}",
    "{rule}, which is only {values}": "{rule}, o que só dá {values}",
    "{rule}, all different": "{rule}, todos diferentes",
    "the numbers in {line} sum to {total}": "os números da {line} somam {total}",
    "along the snail the letters spell {key} over and over": (
        "ao longo do caracol as letras repetem {key}"
    ),
    "the first letter on the snail is {value}": "a primeira letra do caracol é {value}",
    "the last letter on the snail is {value}": "a última letra do caracol é {value}",
    "after {cell} the snail goes on with the next letter of {key}": (
        "depois de {cell} o caracol continua com a letra seguinte de {key}"
    ),
    "where {one}, {other} and {third} meet, touching digits sum to {total}": (
        "onde as faces {one}, {other} e {third} se encontram, os dígitos que se tocam somam {total}"
    ),
    "where {one} and {other} touch, the digits sum to {total}": (
        "onde as faces {one} e {other} se tocam, os dígitos somam {total}"
    ),
    "{cell} is given as {value}": "{cell} é dada como {value}",
    "{cell} is entered as {value}": "{cell} foi preenchida como {value}",
    # Facts
    "{cells} is {values}": "{cells} é {values}",
    "{cells} is empty": "{cells} fica vazia",
    "{cells} are empty": "{cells} ficam vazias",
    "{cells} is not empty": "{cells} não fica vazia",
    "{cells} are not empty": "{cells} não ficam vazias",
    "{cells} can only be{several} {values}": "{cells} só podem ser{several} {values}",
    "{cells} are {values}": "{cells} são {values}",
    "{cells} is{state} {values}": "{cells} fica{state} {values}",
    "{cells} are{state} {values}": "{cells} ficam{state} {values}",
    "{cells} is not {values}": "{cells} não é {values}",
    "{cells} are not {values}": "{cells} não são {values}",
    "{cells} is neither {some} nor {last}": "{cells} não é {some} nem {last}",
    "{cells} are neither {some} nor {last}": "{cells} não são {some} nem {last}",
    "{cells} is not {some} or {last}": "{cells} não é {some} nem {last}",
    "{cells} are not {some} or {last}": "{cells} não são {some} nem {last}",
    "{fact} ({digits} there)": "{fact} (ali, {digits})",
    "{fact} (no {digits} there)": "{fact} (ali, nenhum {digits})",
    "{cells} can only be {values}": "{cells} só pode ser {values}",
    # Told steps: placements
    "where can {value} go in {line}?": "onde pode ficar {value} na {line}?",
    "where can the {value} go in {line}?": "onde podem ficar os {value} na {line}?",
    "only in {cells}": "só em {cells}",
    "so in {cells}": "logo, em {cells}",
    "not in {others}, so in {cells}": "não em {others}; logo, em {cells}",
    "nor in {others}, so in {cells}": "nem em {others}; logo, em {cells}",
    "not in {cells}, because {reason}": "não em {cells}, porque {reason}",
    "{ending}: {facts}": "{ending}: {facts}",
    "{ending}, which is {value}": "{ending}, que é {value}",
    "where can the {value}s go in {line}?": "onde podem ficar os {value} na {line}?",
    "with {value} in {holders}, only in {cells}": "com {value} em {holders}, só em {cells}",
    "with {value} in {holders}, and not in {others}, only in {cells}": (
        "com {value} em {holders}, e não em {others}, só em {cells}"
    ),
    "{line} lacks only {value}, in {cell}": "na {line} só falta {value}, em {cell}",
    "{cell} is {value}: its lines hold all others": (
        "{cell} é {value}: as suas linhas já têm todos os outros"
    ),
    "in {line}, {value} can only go in {cells}, both in {other}, so {facts}": (
        "na {line}, {value} só pode ficar em {cells}, sempre na {other}; logo, {facts}"
    ),
    "in {line}, {value} can only go in {cells}, all in {other}, so {facts}": (
        "na {line}, {value} só pode ficar em {cells}, sempre na {other}; logo, {facts}"
    ),
    "in {line}, {value} can only go in {cells}; {rule}, so {facts}": (
        "na {line}, {value} só pode ficar em {cells}; {rule}; logo, {facts}"
    ),
    "in {line}": "na {line}",
    "{lines}, {value} can only go {others}, so these have it nowhere else: {facts}": (
        "{lines}, {value} só pode ficar {others}, que não o têm em mais nenhum lugar: {facts}"
    ),
    "{values} can only go in {cells}, so nothing else does": (
        "{values} só podem ficar em {cells}, e nada mais fica ali"
    ),
    "in {line}, {values} can only go in {cells}, so nothing else does": (
        "na {line}, {values} só podem ficar em {cells}, e nada mais fica ali"
    ),
    "in {line}, {values} can only go in {cells}, so none of these is empty": (
        "na {line}, {values} só podem ficar em {cells}; logo, nenhuma destas fica vazia"
    ),
    "{cells} hold {values} between them, so no other cell of {line} does": (
        "{cells} repartem {values} entre si; logo, mais nenhuma casa da {line} os tem"
    ),
    "{said}: {facts}": "{said}: {facts}",
    "{cells} hold {values} between them, so {facts}": (
        "{cells} repartem {values} entre si; logo, {facts}"
    ),
    "if {pivot} is {one}, {first} is {value}; if it is {other}, {second} is {value}": (
        "se {pivot} for {one}, {first} é {value}; se for {other}, {second} é {value}"
    ),
    (
        "if {pivot} is {one}, {first} is {value}; if it is {other}, {second} is {value};"
        " or else it is {value} itself"
    ): (
        "se {pivot} for {one}, {first} é {value}; se for {other}, {second} é {value}; senão,"
        " ela própria é {value}"
    ),
    "either way {facts}": "em qualquer caso, {facts}",
    "{cell} is {value}: its lines hold all others but {others}, out already": (
        "{cell} é {value}: as suas linhas já têm todos os outros, menos {others}, já de fora"
    ),
    "only {value} is left for {cell}, with {seen} in its lines": (
        "só resta {value} para {cell}, com {seen} nas suas linhas"
    ),
    "{cell} is {value}: its lines hold {seen}": "{cell} é {value}: as suas linhas já têm {seen}",
    # Told steps: reasons
    "{facts}, because their lines are complete": ("{facts}, porque as suas linhas estão completas"),
    "{facts}, because {reason}": "{facts}, porque {reason}",
    "{reason}, so {facts}": "{reason}; logo, {facts}",
    "{line} has {values} in {cells}": "a {line} tem {values} em {cells}",
    "{line} needs {values}": "a {line} precisa de {values}",
    "after {one} in {here} comes {next}": "depois do {one} em {here} vem {next}",
    "after {one} in {here} come {next}": "depois do {one} em {here} vêm {next}",
    "between {one} in {here} and {other} in {there} comes {next}": (
        "entre o {one} em {here} e o {other} em {there} vem {next}"
    ),
    "between {one} in {here} and {other} in {there} come {next}": (
        "entre o {one} em {here} e o {other} em {there} vêm {next}"
    ),
    "nothing comes between {one} in {here} and {other} in {there}": (
        "entre o {one} em {here} e o {other} em {there} não vem nada"
    ),
    "before {other} in {there} come {next}": "antes do {other} em {there} vêm {next}",
    "before {other} in {there} comes {next}": "antes do {other} em {there} vem {next}",
    "{value} comes first": "{value} vem primeiro",
    "{value} comes last": "{value} vem por último",
    "after {one} comes {next}, not {other} in {there}": (
        "depois de {one} vem {next}, e não o {other} em {there}"
    ),
    "the {ends} are equally far from {value} in {cell}": (
        "os {ends} ficam à mesma distância do {value} em {cell}"
    ),
    "both {ends} are on one side of {value} in {cell}": (
        "os dois {ends} ficam do mesmo lado do {value} em {cell}"
    ),
    "in {line} {value} needs {ends} equally far on both sides": (
        "na {line} um {value} precisa de {ends} à mesma distância dos dois lados"
    ),
    "in {line} {value} needs both {ends} on one side": (
        "na {line} um {value} precisa dos dois {ends} do mesmo lado"
    ),
    "in {line} {value} needs {ends} on both sides, not equally far": (
        "na {line} um {value} precisa de {ends} dos dois lados, a distâncias diferentes"
    ),
    "{value} in {cell} has {ends} on both sides, not equally far": (
        "o {value} em {cell} tem {ends} dos dois lados, a distâncias diferentes"
    ),
    "{sum} is {total}, only {ways}": "{sum} dá {total}, só {ways}",
    "{here} finds no {digits} on {other}, so {facts}": (
        "a face {here} não encontra {digits} na face {other}; logo, {facts}"
    ),
    "{other} shows {digits} to {here}, so {facts}": (
        "a face {other} mostra {digits} à face {here}; logo, {facts}"
    ),
    "{facts}: otherwise some cells would be cut off": (
        "{facts}: senão, algumas casas ficariam isoladas"
    ),
    "{facts}: otherwise a smaller loop would close": (
        "{facts}: senão, fechava-se um laço mais pequeno"
    ),
    "{seen}, so {facts}: no three alike": "{seen}; logo, {facts}: nunca três iguais",
    "{said}": "{said}",
    "a letter": "uma letra",
    "letters": "letras",
    # Told steps: chains
    "suppose {cell} is {value}": "suponhamos que {cell} seja {value}",
    "suppose {cell} is{state} {value}": "suponhamos que {cell} fique{state} {value}",
    "suppose {cell} is not {value}": "suponhamos que {cell} não seja {value}",
    "suppose {cell} is empty": "suponhamos que {cell} fique vazia",
    "suppose {cell} is not empty": "suponhamos que {cell} não fique vazia",
    "if {cell} is{state} {value}": "se {cell} ficar{state} {value}",
    "if {cell} is {value}": "se {cell} for {value}",
    "if {cell} is empty": "se {cell} ficar vazia",
    "{case}:": "{case}:",
    "then {said}": "então {said}",
    "but then {said}": "mas então {said}",
    "but {said}": "mas {said}",
    "{link}, and {end}": "{link}, e {end}",
    "{facts}, or else {wrong}": "{facts}; senão, {wrong}",
    "{case}, {wrong}; so {facts}": "{case}, {wrong}; logo, {facts}",
    "so {facts}; {rest}": "logo, {facts}; {rest}",
    "{one} shows {digits} to {other}, which must show {wanted}": (
        "a face {one} mostra {digits} à face {other}, que tem de mostrar {wanted}"
    ),
    "{link}: {facts}": "{link}: {facts}",
    "these do not fit": "estas não encaixam",
    "{one} and {other} do not fit": "as faces {one} e {other} não encaixam",
    "{next} cannot follow {value} in {cell}": ("{next} não pode seguir-se ao {value} em {cell}"),
    "if not:": "se não:",
    "whatever {cell} is:": "seja qual for {cell}:",
    "it breaks the rule that {rules}": "quebra-se a regra de que {rules}",
    "follow that to the end: {ends}": "sigamos isso até ao fim: {ends}",
    "try {cells}: in each case {ends}": "experimentemos {cells}: em cada caso, {ends}",
    "{facts}: nothing else fits the {count} rules about these cells": (
        "{facts}: nada mais cumpre as {count} regras sobre estas casas"
    ),
    "{one} shows {shown}": "a face {one} mostra {shown}",
    "{digits} to {other}": "{digits} à face {other}",
    "the order is {key}": "a ordem é {key}",
    "{sum} has no place for {value}": "{sum} não tem lugar para {value}",
    "{sum} needs {value}": "{sum} precisa de {value}",
    "{sum} cannot be {total}": "{sum} não pode dar {total}",
    "{line} has no place for {value}": "não há lugar para {value} na {line}",
    "{line} has {value} twice": "a {line} tem {value} duas vezes",
    "{line} has too few places for {value}": ("faltam lugares para {value} na {line}"),
    "{line} has too many {value}": "sobram {value} na {line}",
    "some cells are cut off": "algumas casas ficam isoladas",
    "a loop closes too early": "fecha-se um laço cedo demais",
    "{sum} is only {ways}": "{sum} só dá {ways}",
    "likewise {rest}": "do mesmo modo, {rest}",
    "likewise not {values}": "do mesmo modo, também não é {values}",
    "{facts}, by the order {key}": "{facts}, pela ordem {key}",
    "nothing is left for {cell}": "nada resta para {cell}",
    "likewise {count} more are out": ("do mesmo modo, caem mais {count} candidatos"),
    # Steps
    "{rules}, so {derived}": "{rules}; logo, {derived}",
    "{step}: otherwise some would be cut off": "{step}: senão, algumas ficariam isoladas",
    "{step}: otherwise a loop would close too early": (
        "{step}: senão, um laço se fecharia cedo demais"
    ),
    "{rules}; {seen}, so {derived}": "{rules}; {seen}; logo, {derived}",
    "here {seen}": "aqui {seen}",
    "suppose that {facts}": "suponhamos que {facts}",
    "then {facts}, because {rule}": "então {facts}, porque {rule}",
    "then {facts}": "então {facts}",
    "case {number}: {facts}": "caso {number}: {facts}",
    "that cannot be, because {rule}": "isso não pode ser, porque {rule}",
    "that cannot be: nothing is left for {cell}": "isso não pode ser: nada resta para {cell}",
    "so {facts}": "logo, {facts}",
    "in the same way {facts}": "do mesmo modo, {facts}",
    "{rules}: that cannot all be true": "{rules}: tudo isso junto não pode ser verdade",
    "{rules}: that cannot be true": "{rules}: isso não pode ser verdade",
    # Around the steps
    "No solution": "Sem solução",
    "Step {n}, cost {cost}: {name}": "Passo {n}, custo {cost}: {name}",
    "Step {n}: {name}": "Passo {n}: {name}",
    " (not proved to be the cheapest)": " (sem prova de ser o mais barato)",
    " (the hardest so far)": " (o mais difícil até aqui)",
    " (not proved to be the fewest)": " (sem prova de que menos não bastem)",
    " (out of time: some of these may not be needed)": (
        " (tempo esgotado: algumas talvez não sejam precisas)"
    ),
    "Enter for the next step, q to stop: ": "Enter para o próximo passo, s para sair: ",
    "Enter for more, q to stop: ": "Enter para mais, s para sair: ",
    "Look at {cells}.": "Olhe para {cells}.",
    "Technique: {technique}.": "Técnica: {technique}.",
    "Look again at {cells}.": "Reveja {cells}.",
    "The puzzle has no solution.": "O enigma não tem solução.",
    "The board is complete and right.": "O tabuleiro está completo e certo.",
    "Nothing more is forced: the puzzle has many solutions.": (
        "Nada mais se pode deduzir: o enigma tem várias soluções."
    ),
    "Solved in {steps} steps; the hardest is step {hardest}. {grade}": (
        "Resolvido em {steps} passos; o mais difícil é o passo {hardest}. {grade}"
    ),
    "Solved in one step. {grade}": "Resolvido em um passo. {grade}",
    "no solution, so no grade": "sem solução, logo sem nível",
    "many solutions, so no grade": "várias soluções, logo sem nível",
    "{level} {rating}: hardest step {hardest}, all steps {sum}, bottleneck {bottleneck}": (
        "{level} {rating}: passo mais difícil {hardest}, todos os passos {sum},"
        " gargalo {bottleneck}"
    ),
    "At least {level}: hardest step from {hardest} to {most}, all steps {sum},"
    " bottleneck {bottleneck}": (
        "Pelo menos {level}: passo mais difícil de {hardest} a {most}, todos os passos {sum},"
        " gargalo {bottleneck}"
    ),
    "At least {level}: hardest step at least {hardest}, all steps {sum}, bottleneck {bottleneck}": (
        "Pelo menos {level}: passo mais difícil pelo menos {hardest}, todos os passos {sum},"
        " gargalo {bottleneck}"
    ),
    # Books
    "Puzzles": "Enigmas",
    "One puzzle, with one solution": "Um enigma, com uma só solução",
    "{count} puzzles, each with one solution": "{count} enigmas, cada um com uma só solução",
    "Contents": "Índice",
    "An example, solved": "Um exemplo, resolvido",
    "Solutions": "Soluções",
    # Rules of the families
    (
        "Put each character of the key once into every row and every column; the other cells stay"
        " empty. Read along the snail, from the top left clockwise inwards, the characters follow"
        " the key over and over."
    ): (
        "Coloque cada letra da chave uma vez em cada linha e em cada coluna; as outras casas ficam"
        " vazias. Lidas ao longo do caracol, do canto superior esquerdo para dentro no sentido dos"
        " ponteiros do relógio, as letras repetem a chave."
    ),
    (
        "Every row and every column holds exactly two dots and one letter. In both its lines an M"
        " stands exactly midway between the two dots, an N between them but not midway, an O not"
        " between them."
    ): (
        "Cada linha e cada coluna tem exatamente dois pontos e uma letra. Tanto na linha como na"
        " coluna, um M fica exatamente a meio caminho entre os dois pontos, um N entre eles mas não"
        " a meio caminho, um O fora do espaço entre eles."
    ),
    (
        "Put a number of the range into every circle, all different along every straight line in"
        " the three directions. A number in a small triangle is the sum of its three circles."
    ): (
        "Coloque um número do intervalo em cada círculo, todos diferentes ao longo de cada reta nas"
        " três direções. O número num triângulo pequeno é a soma dos seus três círculos."
    ),
    (
        "Each face of a cube carries a ring of digits from 3 to 9 and can be turned. Where two"
        " faces meet, one digit of each touches the other: each of the twelve pairs must sum to"
        " 12. Find the turn of every face."
    ): (
        "Cada face de um cubo tem um anel de dígitos de 3 a 9 e pode ser rodada. Onde duas faces se"
        " encontram, um dígito de cada uma toca no da outra: cada um dos doze pares deve somar 12."
        " Encontre a rotação de cada face."
    ),
    # Techniques
    "last place": "último lugar",
    "full line": "linha completa",
    "only value left": "único valor possível",
    "order squeeze": "aperto na ordem",
    "mirror": "espelho",
    "both on one side": "ambos do mesmo lado",
    "one on each side": "um de cada lado",
    "sum combinations": "combinações da soma",
    "sum against line": "soma contra linha",
    "linked sums": "somas ligadas",
    "naked pair": "par nu",
    "naked triple": "trio nu",
    "hidden pair": "par escondido",
    "hidden triple": "trio escondido",
    "intersection": "interseção",
    "pointing": "candidatos alinhados",
    "claiming": "candidatos reclamados",
    "X-wing": "X-wing",
    "swordfish": "swordfish",
    "XY-wing": "XY-wing",
    "XYZ-wing": "XYZ-wing",
    "contact of two rings": "contacto de dois anéis",
    "corner of three rings": "canto de três anéis",
    "along a line": "ao longo de uma linha",
    "combinations": "combinações",
    "count against combinations": "contagem contra combinações",
    "lines that differ": "linhas diferentes",
    "view": "vista",
    "view against line": "vista contra linha",
    "blocks in a line": "blocos numa linha",
    "cut off": "isolamento",
    "closed too early": "laço fechado cedo demais",
    "one rule": "uma regra",
    "short chain": "cadeia curta",
    "long chain": "cadeia longa",
    "case analysis": "análise de casos",
    # Playing
    "Marks": "Marcas",
    "Entries": "Valores",
    "Hint": "Dica",
    "Check": "Verificar",
    "Candidates": "Candidatos",
    "Undo": "Desfazer",
    "Redo": "Refazer",
    "Rules and keys": "Regras e teclas",
    "Quit": "Sair",
    "arrows, mouse": "setas, rato",
    "move": "mover",
    "{values}": "{values}",
    "write, or take away": "escrever, ou retirar",
    "[ ]": "[ ]",
    "next value, or the one before": "valor seguinte, ou o anterior",
    "space bar": "barra de espaços",
    "keys make marks instead of entries": "as teclas fazem marcas em vez de valores",
    "Backspace": "Backspace",
    "erase": "apagar",
    "?": "?",
    "where to look; again: which technique, why; again: do it": (
        "para onde olhar; de novo: que técnica, porquê; de novo: fazer"
    ),
    "!": "!",
    "which entries are wrong": "que valores estão errados",
    "=": "=",
    "mark all candidates": "marcar todos os candidatos",
    "Ctrl+Z, Ctrl+Y": "Ctrl+Z, Ctrl+Y",
    "undo, redo": "desfazer, refazer",
    "Ctrl+Q": "Ctrl+Q",
    "quit; the game is kept": "sair; o jogo fica guardado",
    "{count} of {all} cells are filled.": "{count} de {all} casas estão preenchidas.",
    "Nothing is wrong so far.": "Até agora, nada está errado.",
    "One entry is wrong.": "Um valor está errado.",
    "{count} entries are wrong.": "{count} valores estão errados.",
    "That took too long: no answer.": "Demorou demasiado: sem resposta.",
    "Solved in {time}, without a hint.": "Resolvido em {time}, sem dicas.",
    "Solved in {time}, with one hint.": "Resolvido em {time}, com uma dica.",
    "Solved in {time}, with {count} hints.": "Resolvido em {time}, com {count} dicas.",
    # Levels
    "easy": "fácil",
    "medium": "médio",
    "hard": "difícil",
    "expert": "especialista",
}
