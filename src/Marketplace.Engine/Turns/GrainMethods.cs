namespace Marketplace.Engine.Turns;

/// <summary>Which of the methods that every grain has a class has made its own.</summary>
internal static class GrainMethods
{
    /// <summary>Whether a class has a method that is not the empty one of the base class of grains.</summary>
    /// <remarks>A class that doesn't derive from Grain may implement the interface's members in ways of its own: it counts as overriding.</remarks>
    public static bool Overrides(Type type, string method, params Type[] parameters) =>
        type.GetMethod(method, parameters) is not { } found || found.DeclaringType != typeof(Grain);
}
