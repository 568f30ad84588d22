// Positions whose search is measured: how fast, and what a second thread gains.
#pragma once

#include <array>
#include <string_view>

namespace rimau::bench {

struct SearchPosition {
  std::string_view text;
  int depth;  // that one thread reaches in about half a second
};

inline constexpr std::array<SearchPosition, 8> search_positions{{
    {"rimau-24 tigers=d3 men=d2,d4,e2,e3,f2,f4 hand=0/15 turn=men ply=1", 12},
    {"rimau-24 tigers=d2 men=a5,e1,e2,e5,f2,f3,g5 hand=0/9 turn=men ply=13", 12},
    {"rimau-24 tigers=c2 men=a1,b4,c4,d2,d4,e3,e5,f1,g2,g4,h3,i1,i5 hand=0/5 turn=tigers ply=22", 12},
    {"rimau-24 tigers=f2 men=a3,c2,c4,d1,d2,d3,d4,d5,e1,e2,e3,e5,f3,f4,g3,g4,g5,h2,h4,i1,i5 hand=0/0 turn=men ply=43",
     9},
    {"rimau-rimau tigers=c1,d3 men=a5,d4,e3,e4,e5,f2,f4,g5 hand=0/9 turn=men ply=13", 12},
    {"meurimueng-rimueng-do tigers=b4,c1,d3,e2,e4 men=a3,d1,d2,f2 hand=0/9 turn=men ply=13", 13},
    {"pulijudam tigers=c3,d3,e2 men=a3,b2,d1 hand=0/9 turn=men ply=12", 15},
    {"bagh-chal tigers=a3,c3,e1,e5 men=a1,a2,c5 hand=0/13 turn=tigers ply=13", 9},
}};

}  // namespace rimau::bench
