/**
 * Well-known games that are built in, in the order of the registry; from antichess on as Fairy-Stockfish plays them
 * (variant.cpp; commit c19b5f6).
 */
export const wellKnownText = `
[knightmate:chess]
title = Knightmate
about = Chess with a royal knight in place of the king, and kings that can be taken in place of the knights.
source = Bruce Zimov, 1972: https://www.chessprogramming.org/Knightmate_Chess
knight = -
commoner = m
king = k:N
pieceNames = k:royal_knight
startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1
promotionPieceTypes = qrbm

[shatranj:chess]
title = Shatranj
about = The chess of the Middle Ages: stalemate loses, and so does a king left alone.
source = Al-Adli and as-Suli, about 900, after H. J. R. Murray, A History of Chess (1913)
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

[antichess:giveaway]
title = Antichess
about = Chess in which captures are forced, and who has no pieces or no move left wins.
source = An old game, also called losing chess; without castling: https://lichess.org/variant/antichess
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
castling = false

[atomic:nocheckatomic]
title = Atomic chess
about = Chess in which a capture blows up both pieces and all that stand around but pawns.
source = German chess servers, about 1995: https://lichess.org/variant/atomic
extinctionPseudoRoyal = true

[kingofthehill:chess]
title = King of the Hill
about = Chess in which a king that reaches one of the four squares in the middle wins, too.
source = A game of chess servers, after an old idea: https://lichess.org/variant/kingOfTheHill
flagPiece = k
flagRegion = d4 e4 d5 e5

[racingkings:chess]
title = Racing Kings
about = A race of kings to the last rank, in which nobody may give check.
source = V. R. Parton, 1961: https://lichess.org/variant/racingKings
startFen = 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1
flagPiece = k
flagRegion = *8
flagMove = true
castling = false
checking = false

[losalamos:chess]
title = Los Alamos chess
about = Chess on a board of 36 squares, without bishops.
source = Paul Stein and Mark Wells, 1956, for the computer MANIAC I
maxRank = 6
maxFile = 6
bishop = -
startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1
promotionRegionWhite = *6
promotionPieceTypes = qrn
doubleStep = false
castling = false

[capablanca:chess]
title = Capablanca chess
about = Chess on ten files, with an archbishop and a chancellor: bishop and knight, rook and knight in one.
source = J. R. Capablanca, about 1920
maxFile = 10
archbishop = a
chancellor = c
startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
castlingKingsideFile = i
castlingQueensideFile = c
promotionPieceTypes = qcarbn

[makruk:chess]
title = Makruk
about = The chess of Thailand, here without its counting of moves, which ends games in a draw.
source = Traditional, Thailand
bishop = -
queen = -
silver = s
fers = m
pieceNames = s:khon m:met
startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1
promotionRegionWhite = *6 *7 *8
promotionRegionBlack = *3 *2 *1
promotionPieceTypes = m
doubleStep = false
castling = false
nMoveRule = 0
`;
