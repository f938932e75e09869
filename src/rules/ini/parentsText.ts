/** The games of this program that a section can name as its parent, apart from those of wellKnownText.ts. */
export const ownText = `
[chess]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
promotionPieceTypes = qrbn

[metachess:chess]
forbidMateInOne = true

[reach:chess]
promotionPawnTypes = -
flagRegionWhite = *8
flagRegionBlack = *1
passWhenStuck = true

[knightmate:chess]
knight = -
commoner = m
king = k:N
pieceNames = k:royal_knight
startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1
promotionPieceTypes = qrbm

[shatranj:chess]
bishop = -
queen = -
alfil = a
fers = f
startFen = rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1
promotionPieceTypes = f
doubleStep = false
castling = false
stalemateValue = loss
bareKingLoses = true
`;

/**
 * Other games of Fairy-Stockfish that files name as parents (variant.cpp; commit c19b5f6), with what makes them different.
 * Of games that cannot be played here there is enough for a child to be refused by what is missing.
 */
export const parentsText = `
[giveaway:chess]
king = -
commoner = k
pieceNames = k:king
castlingKingPiece = k
promotionPieceTypes = kqrbn
stalemateValue = win
extinctionValue = win
extinctionPieceTypes = *
mustCapture = true

[nocheckatomic:chess]
king = -
commoner = k
pieceNames = k:king
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
blastOnCapture = true

[extinction:chess]
king = -
commoner = k
castlingKingPiece = k
promotionPieceTypes = kqrbn
extinctionValue = loss
extinctionPieceTypes = kqrbnp

[kinglet:extinction]
promotionPieceTypes = k
extinctionPieceTypes = p

[threekings:chess]
king = -
commoner = k
castlingKingPiece = k
startFen = knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1
extinctionValue = loss
extinctionPieceTypes = k
extinctionPieceCount = 2

[coregal:chess]
extinctionValue = loss
extinctionPieceTypes = q
extinctionPseudoRoyal = true
extinctionPieceCount = 64

[codrus:giveaway]
promotionPieceTypes = qrbn
extinctionPieceTypes = k

[suicide:antichess]
stalematePieceCount = true

[losers:chess]
checkmateValue = win
stalemateValue = win
extinctionValue = win
extinctionPieceTypes = *
extinctionPieceCount = 1
mustCapture = true

[misere:chess]
checkmateValue = win

[horde:chess]
startFen = rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1
doubleStepRegionWhite = *1 *2
enPassantRegionWhite = *6
enPassantRegionBlack = *3
extinctionValue = loss
extinctionPieceTypes = *

[atomar:nocheckatomic]
blastImmuneTypes = k
mutuallyImmuneTypes = k

[nocastle:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
castling = false

[torpedo:chess]
doubleStepRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8
doubleStepRegionBlack = *1 *2 *3 *4 *5 *6 *7 *8

[raazuvaa:nocastle]
doubleStep = false

[amazon:chess]
queen = -
amazon = a
startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
promotionPieceTypes = arbn

[nightrider:chess]
customPiece1 = n:NN
promotionPieceTypes = qrbn

[grasshopper:chess]
customPiece1 = g:gQ
promotionPieceTypes = qrbng
startFen = rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1
doubleStep = false

[hoppelpoppel:chess]
knibis = n
biskni = b
promotionPieceTypes = qrbn

[newzealand:chess]
rookni = r
kniroo = n
castlingRookPieces = r
promotionPieceTypes = qrbn

[almost:chess]
queen = -
chancellor = c
startFen = rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1
promotionPieceTypes = crbn

[perfect:chess]
chancellor = c
archbishop = m
amazon = g
startFen = cmqgkbnr/pppppppp/8/8/8/8/PPPPPPPP/CMQGKBNR w KQkq - 0 1
promotionPieceTypes = gcmqrbn
castlingRookPieces = rc

[gardner:chess]
maxRank = 5
maxFile = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
promotionRegionWhite = *5
doubleStep = false
castling = false

[gothic:capablanca]
startFen = rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1

[embassy:capablanca]
castlingKingsideFile = h
castlingQueensideFile = b
startFen = rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1

[janus:chess]
maxFile = 10
archbishop = j
castlingKingsideFile = i
castlingQueensideFile = b
startFen = rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1
promotionPieceTypes = jqrbn

[modern:chess]
maxRank = 9
maxFile = 9
archbishop = m
promotionRegionWhite = *9
doubleStepRegionBlack = *8
startFen = rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1
promotionPieceTypes = mqrbn

[chancellor:chess]
maxRank = 9
maxFile = 9
chancellor = c
promotionRegionWhite = *9
doubleStepRegionBlack = *8
startFen = rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1
promotionPieceTypes = cqrbn

[courier:chess]
maxFile = 12
queen = -
alfil = e
fers = f
commoner = m
wazir = w
startFen = rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1
promotionPieceTypes = f
doubleStep = false
castling = false
extinctionValue = loss
extinctionClaim = true
extinctionPieceTypes = *
extinctionPieceCount = 1
extinctionOpponentPieceCount = 2
stalemateValue = loss

[grand:chess]
maxRank = 10
maxFile = 10
archbishop = a
chancellor = c
startFen = r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1
promotionPieceTypes = acqrbn
promotionRegionWhite = *8 *9 *10
promotionRegionBlack = *3 *2 *1
promotionLimit = a:1 c:1 q:1 r:2 b:2 n:2
mandatoryPawnPromotion = false
immobilityIllegal = true
doubleStepRegionWhite = *3
doubleStepRegionBlack = *8
castling = false

[shako:chess]
maxRank = 10
maxFile = 10
fersAlfil = e
cannon = c
startFen = c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1
promotionPieceTypes = qrbnce
promotionRegionWhite = *10
castlingKingsideFile = h
castlingQueensideFile = d
castlingRookKingsideFile = i
castlingRookQueensideFile = b
castlingRank = 2
doubleStepRegionWhite = *3
doubleStepRegionBlack = *8

[jesonmor]
maxRank = 9
maxFile = 9
knight = n
startFen = nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 0 1
doubleStep = false
castling = false
stalemateValue = loss
flagPiece = n
flagRegion = e5
flagMove = true

[breakthrough]
breakthrough = p
startFen = pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1
doubleStep = false
castling = false
stalemateValue = loss
flagPiece = p
flagRegionWhite = *8
flagRegionBlack = *1

[clobber]
maxRank = 6
maxFile = 5
clobber = p
startFen = PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp w 0 1
doubleStep = false
castling = false
stalemateValue = loss

[fox-and-hounds]
customPiece1 = h:mfF
customPiece2 = f:mF
startFen = 1h1h1h1h/8/8/8/8/8/8/4F3 w - - 0 1
stalemateValue = loss
flagPieceWhite = f
flagRegionWhite = *8

[makpong:makruk]
makpongRule = true

[asean:makruk]
fers = q
silver = b
startFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1
promotionRegionWhite = *8
promotionRegionBlack = *1
promotionPieceTypes = rnbq
nMoveRule = 50
countingRule = asean

[3check:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1
checkCounting = true

[5check:3check]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1

[crazyhouse:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
pieceDrops = true
capturesToHand = true

[bughouse:crazyhouse]
twoBoards = true
capturesToHand = false
stalemateValue = loss

[pocketknight:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1
pieceDrops = true

[placement:chess]
startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1
pieceDrops = true

[seirawan:chess]
archbishop = h
chancellor = e
gating = true
seirawanGating = true
promotionPieceTypes = heqrbn

[sittuyin:makruk]
fers = f
sittuyinPromotion = true
pieceDrops = true

[duck:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
wallingRule = duck
stalemateValue = win

[amazons]
maxRank = 10
maxFile = 10
customPiece1 = q:mQ
startFen = 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1
stalemateValue = loss
wallingRule = arrow

[snailtrail]
maxRank = 7
maxFile = 7
customPiece1 = p:mK
startFen = 6p/7/7/7/7/7/P6 w - - 0 1
stalemateValue = loss
wallingRule = past

[ataxx]
maxRank = 7
maxFile = 7
customPiece1 = p:mDmNmA
startFen = P5p/7/7/7/7/7/p5P w 0 1
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = loss
stalematePieceCount = true
passOnStalemate = true
enclosingDrop = ataxx
flipEnclosedPieces = ataxx
materialCounting = unweighted
adjudicateFullBoard = true
nMoveRule = 0

[flipersi]
immobile = p
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = loss
stalematePieceCount = true
enclosingDrop = reversi
enclosingDropStart = d4 e4 d5 e5
flipEnclosedPieces = reversi
materialCounting = unweighted
adjudicateFullBoard = true

[flipello:flipersi]
passOnStalemate = true

[minishogi]
maxRank = 5
maxFile = 5
shogiPawn = p
silver = s
gold = g
bishop = b
dragonHorse = h
rook = r
bers = d
king = k
startFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1
pieceDrops = true
capturesToHand = true
promotionRegionWhite = *5
doubleStep = false
castling = false
promotedPieceType = p:g s:g b:h r:d
dropNoDoubled = p
immobilityIllegal = true
shogiPawnDropMateIllegal = true
stalemateValue = loss
nFoldRule = 4
nMoveRule = 0
perpetualCheckIllegal = true

[gorogoro:minishogi]
maxRank = 6
startFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[-] w 0 1
promotionRegionWhite = *5 *6
promotionRegionBlack = *2 *1

[shogi:minishogi]
maxRank = 9
maxFile = 9
lance = l
shogiKnight = n
startFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1
promotionRegionWhite = *7 *8 *9
promotionRegionBlack = *3 *2 *1
promotedPieceType = p:g s:g b:h r:d l:g n:g

[dobutsu]
maxRank = 4
maxFile = 3
shogiPawn = c
gold = h
fers = e
wazir = g
commoner = l
startFen = gle/1c1/1C1/ELG[-] w 0 1
pieceDrops = true
capturesToHand = true
promotionRegionWhite = *4
doubleStep = false
castling = false
promotedPieceType = c:h
mandatoryPiecePromotion = true
stalemateValue = loss
extinctionValue = loss
extinctionPieceTypes = l
flagPiece = l
flagRegionWhite = *4
flagRegionBlack = *1
flagPieceSafe = true
nFoldRule = 4
nMoveRule = 0

[minixiangqi]
maxRank = 7
maxFile = 7
rook = r
horse = n
king = k:W
cannon = c
soldier = p
startFen = rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1
mobilityRegionWhiteKing = c1 d1 e1 c2 d2 e2 c3 d3 e3
mobilityRegionBlackKing = c5 d5 e5 c6 d6 e6 c7 d7 e7
doubleStep = false
castling = false
stalemateValue = loss
perpetualCheckIllegal = true
flyingGeneral = true

[xiangqi:minixiangqi]
maxRank = 10
maxFile = 9
elephant = b
fers = a
startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
mobilityRegionWhiteKing = d1 e1 f1 d2 e2 f2 d3 e3 f3
mobilityRegionBlackKing = d8 e8 f8 d9 e9 f9 d10 e10 f10
mobilityRegionWhiteFers = d1 e1 f1 d2 e2 f2 d3 e3 f3
mobilityRegionBlackFers = d8 e8 f8 d9 e9 f9 d10 e10 f10
mobilityRegionWhiteElephant = *1 *2 *3 *4 *5
mobilityRegionBlackElephant = *6 *7 *8 *9 *10
soldierPromotionRank = 6
chasingRule = axf

[janggi:xiangqi]
fers = -
elephant = -
wazir = a
janggiCannon = c
janggiElephant = b
startFen = rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1
mobilityRegionWhiteWazir = d1 e1 f1 d2 e2 f2 d3 e3 f3
mobilityRegionBlackWazir = d8 e8 f8 d9 e9 f9 d10 e10 f10
soldierPromotionRank = 1
flyingGeneral = false
bikjangRule = true
materialCounting = janggi
diagonalLines = d1 f1 e2 d3 f3 d8 f8 e9 d10 f10
pass = true
chasingRule = none
`;
