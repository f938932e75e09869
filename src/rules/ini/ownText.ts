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
`;
