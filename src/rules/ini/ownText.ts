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
