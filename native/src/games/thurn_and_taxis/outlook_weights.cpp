// The weights of the outlook, as `python -m carcbot.lab.fit_outlook` writes them.

#include "outlook.hpp"

namespace carcbot::thurn_and_taxis {

// clang-format off
const OutlookWeights kOutlook = {
    .features = {{
        {0, 0},  // route of 0, carriage 3 next
        {-880, -6824},  // route of 1, carriage 3 next
        {-522, -2624},  // route of 2, carriage 3 next
        {-1422, -1857},  // route of 3, carriage 3 next
        {-792, -1303},  // route of 4, carriage 3 next
        {-996, -1118},  // route of 5, carriage 3 next
        {-643, -670},  // route of 6, carriage 3 next
        {-242, -538},  // route of 7, carriage 3 next
        {-115, 124},  // route of 8, carriage 3 next
        {-3921, -2668},  // route of 0, carriage 4 next
        {-3303, -572},  // route of 1, carriage 4 next
        {-2247, 736},  // route of 2, carriage 4 next
        {392, -1014},  // route of 3, carriage 4 next
        {903, -152},  // route of 4, carriage 4 next
        {-606, -279},  // route of 5, carriage 4 next
        {-55, 310},  // route of 6, carriage 4 next
        {-420, -583},  // route of 7, carriage 4 next
        {-119, -341},  // route of 8, carriage 4 next
        {-4010, -1213},  // route of 0, carriage 5 next
        {-2915, -48},  // route of 1, carriage 5 next
        {-1214, 489},  // route of 2, carriage 5 next
        {32, 706},  // route of 3, carriage 5 next
        {2091, 654},  // route of 4, carriage 5 next
        {839, 1732},  // route of 5, carriage 5 next
        {170, 942},  // route of 6, carriage 5 next
        {68, 340},  // route of 7, carriage 5 next
        {-7, -1226},  // route of 8, carriage 5 next
        {-1987, -717},  // route of 0, carriage 6 next
        {-1419, 132},  // route of 1, carriage 6 next
        {-1163, 586},  // route of 2, carriage 6 next
        {2829, 995},  // route of 3, carriage 6 next
        {2873, 1796},  // route of 4, carriage 6 next
        {2856, 2828},  // route of 5, carriage 6 next
        {108, 548},  // route of 6, carriage 6 next
        {-63, -1030},  // route of 7, carriage 6 next
        {-151, -1929},  // route of 8, carriage 6 next
        {2063, -715},  // route of 0, carriage 7 next
        {1977, -286},  // route of 1, carriage 7 next
        {5797, 236},  // route of 2, carriage 7 next
        {5219, 1157},  // route of 3, carriage 7 next
        {995, 3209},  // route of 4, carriage 7 next
        {0, 3787},  // route of 5, carriage 7 next
        {0, 3101},  // route of 6, carriage 7 next
        {0, 2018},  // route of 7, carriage 7 next
        {0, 1280},  // route of 8, carriage 7 next
        {0, 0},  // route with reach of 0, carriage 3 next
        {726, -1416},  // route with reach of 1, carriage 3 next
        {329, -4016},  // route with reach of 2, carriage 3 next
        {38, -3141},  // route with reach of 3, carriage 3 next
        {-756, -1644},  // route with reach of 4, carriage 3 next
        {-1769, -1334},  // route with reach of 5, carriage 3 next
        {-1895, -1428},  // route with reach of 6, carriage 3 next
        {-1232, -281},  // route with reach of 7, carriage 3 next
        {-1052, -1548},  // route with reach of 8, carriage 3 next
        {-645, 161},  // route with reach of 0, carriage 4 next
        {-2309, 663},  // route with reach of 1, carriage 4 next
        {-2350, -67},  // route with reach of 2, carriage 4 next
        {-1569, -1116},  // route with reach of 3, carriage 4 next
        {-1075, -1240},  // route with reach of 4, carriage 4 next
        {-618, -1073},  // route with reach of 5, carriage 4 next
        {-610, -689},  // route with reach of 6, carriage 4 next
        {-113, -996},  // route with reach of 7, carriage 4 next
        {-86, -205},  // route with reach of 8, carriage 4 next
        {-993, 1365},  // route with reach of 0, carriage 5 next
        {-1501, 74},  // route with reach of 1, carriage 5 next
        {-1700, -217},  // route with reach of 2, carriage 5 next
        {-907, -561},  // route with reach of 3, carriage 5 next
        {-709, -298},  // route with reach of 4, carriage 5 next
        {496, -159},  // route with reach of 5, carriage 5 next
        {-565, 678},  // route with reach of 6, carriage 5 next
        {395, 985},  // route with reach of 7, carriage 5 next
        {539, 508},  // route with reach of 8, carriage 5 next
        {-2494, -516},  // route with reach of 0, carriage 6 next
        {-3001, -704},  // route with reach of 1, carriage 6 next
        {-1795, -1007},  // route with reach of 2, carriage 6 next
        {-398, -776},  // route with reach of 3, carriage 6 next
        {623, -296},  // route with reach of 4, carriage 6 next
        {1664, 385},  // route with reach of 5, carriage 6 next
        {3691, 1239},  // route with reach of 6, carriage 6 next
        {2815, 2148},  // route with reach of 7, carriage 6 next
        {2776, 2734},  // route with reach of 8, carriage 6 next
        {65, 340},  // route with reach of 0, carriage 7 next
        {-1209, -231},  // route with reach of 1, carriage 7 next
        {408, -110},  // route with reach of 2, carriage 7 next
        {4666, 141},  // route with reach of 3, carriage 7 next
        {6219, 955},  // route with reach of 4, carriage 7 next
        {5956, 2170},  // route with reach of 5, carriage 7 next
        {62, 3297},  // route with reach of 6, carriage 7 next
        {-128, 3627},  // route with reach of 7, carriage 7 next
        {12, 3598},  // route with reach of 8, carriage 7 next
        {211, 978},  // houses of the route
        {-445, -170},  // tile of the route
        {86, 107},  // provinces of the route that are new
        {1709, 1405},  // reach 1
        {2117, 1676},  // reach 2
        {2773, 1276},  // reach 3
        {3492, 715},  // reach 4
        {548, 125},  // joined cities of the hand
        {402, 96},  // other cards of the hand
        {254, 193},  // stack 0 built 1
        {718, 385},  // stack 0 built 2
        {0, 0},  // stack 0 built 3
        {0, 0},  // stack 0 built 4
        {0, 0},  // stack 0 built 5
        {0, 0},  // stack 0 built 6
        {0, 0},  // stack 0 built 7
        {259, 370},  // stack 1 built 1
        {609, 471},  // stack 1 built 2
        {0, 0},  // stack 1 built 3
        {0, 0},  // stack 1 built 4
        {0, 0},  // stack 1 built 5
        {0, 0},  // stack 1 built 6
        {0, 0},  // stack 1 built 7
        {400, 328},  // stack 2 built 1
        {965, 521},  // stack 2 built 2
        {0, 0},  // stack 2 built 3
        {0, 0},  // stack 2 built 4
        {0, 0},  // stack 2 built 5
        {0, 0},  // stack 2 built 6
        {0, 0},  // stack 2 built 7
        {224, 19},  // stack 3 built 1
        {506, 123},  // stack 3 built 2
        {837, 234},  // stack 3 built 3
        {0, 0},  // stack 3 built 4
        {0, 0},  // stack 3 built 5
        {0, 0},  // stack 3 built 6
        {0, 0},  // stack 3 built 7
        {-220, 501},  // stack 4 built 1
        {-104, 407},  // stack 4 built 2
        {138, 285},  // stack 4 built 3
        {244, 216},  // stack 4 built 4
        {434, 166},  // stack 4 built 5
        {915, 130},  // stack 4 built 6
        {909, 375},  // stack 4 built 7
        {-358, 327},  // stack 0 in the route
        {191, 626},  // stack 1 in the route
        {-381, 488},  // stack 2 in the route
        {-209, 378},  // stack 3 in the route
        {-271, 499},  // stack 4 in the route
        {1446, 255},  // provinces missing 1
        {1052, 223},  // provinces missing 2
        {838, 268},  // provinces missing 3
        {685, 289},  // provinces missing 4
        {603, 277},  // provinces missing 5
        {459, 352},  // provinces missing 6
        {228, 460},  // provinces missing 7
        {314, 23},  // provinces missing 8
        {-787, 228},  // house in Aug
        {-463, 412},  // house in Bas
        {-870, 261},  // house in Bud
        {-725, -108},  // house in Car
        {-1289, 108},  // house in Fre
        {-828, 71},  // house in Ing
        {-1273, 455},  // house in Inn
        {-924, 427},  // house in Kem
        {-728, 96},  // house in Lin
        {2531, 2008},  // house in Lod
        {-641, 27},  // house in Man
        {-652, 19},  // house in Mue
        {-785, 333},  // house in Nue
        {-782, 484},  // house in Pas
        {-1293, -91},  // house in Pil
        {-733, 547},  // house in Reg
        {-644, -23},  // house in Sal
        {-1181, 519},  // house in Sig
        {-1561, 302},  // house in Stu
        {-1112, 409},  // house in Ulm
        {-230, 505},  // house in Wue
        {-1283, 404},  // house in Zue
        {1736, -173},  // houses left 1
        {1473, -592},  // houses left 2
        {3109, -735},  // houses left 3
        {2519, -732},  // houses left 4
        {1648, -506},  // houses left 5
        {1143, -458},  // houses left 6
    }},
    .tempo = 1069,
};
// clang-format on

}  // namespace carcbot::thurn_and_taxis
